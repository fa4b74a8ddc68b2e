#pragma once
#include <sqlite3.h>

/// Refuses what an application never needs: strings in double quotes, writes to the schema's own tables.
/// `sqlite3_db_config` is variadic, which Swift cannot call.
static inline int gatehouse_sqlite3_harden(sqlite3 *db) {
    int code = sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
    if (code == SQLITE_OK) code = sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
    if (code == SQLITE_OK) code = sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
    return code;
}

/// `SQLITE_TRANSIENT` is a cast Swift cannot import: these bind a copy of the bytes.
static inline int gatehouse_sqlite3_bind_text(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_text(statement, index, count > 0 ? (const char *)bytes : "", count, SQLITE_TRANSIENT);
}

static inline int gatehouse_sqlite3_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_blob(statement, index, count > 0 ? bytes : "", count, SQLITE_TRANSIENT);
}
