"""Looks into the database's file, beside the server."""

from __future__ import annotations

import sqlite3
from pathlib import Path

# Rows that are half of something. Each must find nothing.
HALVES = {
    "accounts without a passkey": "SELECT a.id FROM accounts a WHERE NOT EXISTS "
    "(SELECT 1 FROM passkeys p WHERE p.tenant = a.tenant AND p.account_id = a.id)",
    "accounts without the event of their making": "SELECT a.id FROM accounts a WHERE NOT EXISTS "
    "(SELECT 1 FROM events e WHERE e.tenant = a.tenant AND e.account_id = a.id AND e.type = 'account.created')",
    "sessions without a passkey": "SELECT s.id FROM sessions s WHERE NOT EXISTS (SELECT 1 FROM passkeys p "
    "WHERE p.tenant = s.tenant AND p.account_id = s.account_id AND p.id = s.passkey_id)",
    "names without an account": "SELECT u.username_key FROM usernames u WHERE u.held_until IS NULL AND NOT EXISTS "
    "(SELECT 1 FROM accounts a WHERE a.tenant = u.tenant AND a.id = u.account_id)",
}


class Records:
    def __init__(self, data: Path):
        self.file = data / "gatehouse.db"

    def rows(self, query: str, *values) -> list[tuple]:
        database = sqlite3.connect(self.file, timeout=10)
        try:
            with database:
                return database.execute(query, values).fetchall()
        finally:
            database.close()

    def faults(self) -> list[str]:
        """What is damaged, dangling or half there."""
        faults = [row[0] for row in self.rows("PRAGMA integrity_check") if row[0] != "ok"]
        faults += [f"dangling: {row}" for row in self.rows("PRAGMA foreign_key_check")]
        return faults + [what for what, query in HALVES.items() if self.rows(query)]

    def count(self, table: str) -> int:
        return self.rows(f"SELECT count(*) FROM {table}")[0][0]
