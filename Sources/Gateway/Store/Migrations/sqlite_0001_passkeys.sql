-- The tenant stands in every table and first in every key. Times are whole Unix seconds, cut. Lists are JSON text.

-- What the database remembers of each tenant (TenantBinding).
CREATE TABLE tenants (
    tenant TEXT NOT NULL PRIMARY KEY,
    issuer TEXT NOT NULL UNIQUE,
    rp_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE tenant_hosts (
    tenant TEXT NOT NULL REFERENCES tenants (tenant),
    host TEXT NOT NULL UNIQUE,
    PRIMARY KEY (tenant, host)
) STRICT, WITHOUT ROWID;

CREATE TABLE master_keys (
    key_id TEXT NOT NULL PRIMARY KEY,
    check_value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- Written only to see whether writing works again.
CREATE TABLE write_probe (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    writes INTEGER NOT NULL
) STRICT;

CREATE TABLE accounts (
    tenant TEXT NOT NULL REFERENCES tenants (tenant),
    id BLOB NOT NULL CHECK (length(id) = 16),
    subject TEXT NOT NULL CHECK (length(CAST(subject AS BLOB)) BETWEEN 1 AND 255),
    user_handle BLOB NOT NULL CHECK (length(user_handle) BETWEEN 1 AND 64),
    username TEXT,
    display_name TEXT,
    created_at INTEGER NOT NULL,
    disabled_at INTEGER,
    PRIMARY KEY (tenant, id),
    UNIQUE (tenant, subject),
    UNIQUE (tenant, user_handle)
) STRICT, WITHOUT ROWID;

-- Not unique: an e-mail address is only a claim until it is proven.
CREATE INDEX accounts_by_username ON accounts (tenant, username) WHERE username IS NOT NULL;

-- A name is an account's, or held after a deletion: one row either way, so that one statement can take it.
CREATE TABLE usernames (
    tenant TEXT NOT NULL,
    username_key TEXT NOT NULL,
    account_id BLOB,
    held_until INTEGER,
    PRIMARY KEY (tenant, username_key),
    FOREIGN KEY (tenant, account_id) REFERENCES accounts (tenant, id),
    CHECK ((account_id IS NULL) <> (held_until IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX usernames_by_account ON usernames (tenant, account_id);
CREATE INDEX usernames_by_end ON usernames (tenant, held_until) WHERE held_until IS NOT NULL;

-- backup_eligible is null while it was never seen.
CREATE TABLE passkeys (
    tenant TEXT NOT NULL,
    account_id BLOB NOT NULL,
    id TEXT NOT NULL,
    rp_id TEXT NOT NULL,
    credential_id BLOB NOT NULL CHECK (length(credential_id) BETWEEN 1 AND 1023),
    public_key BLOB NOT NULL,
    sign_count INTEGER NOT NULL CHECK (sign_count BETWEEN 0 AND 4294967295),
    backup_eligible INTEGER,
    backed_up INTEGER NOT NULL,
    uv_initialized INTEGER NOT NULL,
    aaguid TEXT NOT NULL,
    transports TEXT NOT NULL,
    name TEXT NOT NULL,
    attestation TEXT NOT NULL,
    attestation_trusted INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER,
    created_conditionally INTEGER NOT NULL,
    PRIMARY KEY (tenant, account_id, id),
    UNIQUE (tenant, rp_id, credential_id),
    FOREIGN KEY (tenant, account_id) REFERENCES accounts (tenant, id)
) STRICT, WITHOUT ROWID;

-- idle_expires_at is never after expires_at: it alone tells when the session ends. Token hashes are random: with the
-- rows in order of arrival and only small index entries in order of the hash, a sign-in writes to fewer cold pages.
CREATE TABLE sessions (
    tenant TEXT NOT NULL,
    token_hash BLOB NOT NULL CHECK (length(token_hash) = 32),
    id TEXT NOT NULL,
    account_id BLOB NOT NULL,
    passkey_id TEXT,
    client_id TEXT,
    client_proven INTEGER NOT NULL,
    amr TEXT NOT NULL,
    acr TEXT NOT NULL,
    auth_time INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    idle_expires_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    reauthentication_hash BLOB,
    reauthentication_expires_at INTEGER,
    kind TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    origin TEXT NOT NULL,
    PRIMARY KEY (tenant, token_hash),
    UNIQUE (tenant, account_id, id),
    FOREIGN KEY (tenant, account_id) REFERENCES accounts (tenant, id),
    FOREIGN KEY (tenant, account_id, passkey_id) REFERENCES passkeys (tenant, account_id, id),
    CHECK (idle_expires_at <= expires_at)
) STRICT;

CREATE INDEX sessions_by_end ON sessions (tenant, idle_expires_at);

-- Challenges of ceremonies that belong to a session and end with it.
CREATE TABLE challenges (
    tenant TEXT NOT NULL,
    challenge_hash BLOB NOT NULL CHECK (length(challenge_hash) = 32),
    kind TEXT NOT NULL,
    account_id BLOB NOT NULL,
    session_id TEXT NOT NULL,
    payload BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (tenant, challenge_hash),
    FOREIGN KEY (tenant, account_id, session_id) REFERENCES sessions (tenant, account_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX challenges_by_session ON challenges (tenant, account_id, session_id, created_at);
CREATE INDEX challenges_by_end ON challenges (tenant, expires_at);

-- Uses of sealed challenges, remembered until the challenge has expired.
CREATE TABLE spent_challenges (
    tenant TEXT NOT NULL,
    challenge_hash BLOB NOT NULL CHECK (length(challenge_hash) = 32),
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (tenant, challenge_hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX spent_challenges_by_end ON spent_challenges (tenant, expires_at);

-- The audit log: only ever appended to, and kept when the account goes.
CREATE TABLE events (
    tenant TEXT NOT NULL,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    type TEXT NOT NULL,
    account_id BLOB,
    session_id TEXT,
    client_id TEXT,
    address TEXT NOT NULL,
    origin TEXT,
    request_id TEXT NOT NULL,
    reason TEXT,
    detail TEXT,
    PRIMARY KEY (tenant, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX events_by_account ON events (tenant, account_id, number) WHERE account_id IS NOT NULL;
