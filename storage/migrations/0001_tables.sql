CREATE TABLE tables (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    state TEXT NOT NULL,
    closed REAL
) STRICT;
CREATE INDEX tables_open ON tables (id) WHERE closed IS NULL;

-- A round in progress. When it is over, one row of rounds takes the place of its rows here.
CREATE TABLE running (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL UNIQUE REFERENCES tables (id),
    setup TEXT NOT NULL
) STRICT;

CREATE TABLE actions (
    round INTEGER NOT NULL REFERENCES running (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (round, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE rounds (
    id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    ended REAL NOT NULL,
    record BLOB NOT NULL
) STRICT;

-- Deleting a row here makes its ledger rows nobody's; the number is never given again.
CREATE TABLE players (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user INTEGER NOT NULL UNIQUE,
    name TEXT NOT NULL
) STRICT;

-- Only ever added to. The round may still be running, or have been broken off.
CREATE TABLE ledger (
    id INTEGER PRIMARY KEY,
    player INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    round INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('round', 'penalty', 'refund')),
    amount INTEGER NOT NULL,
    at REAL NOT NULL,
    UNIQUE (round, player, kind)
) STRICT;
CREATE INDEX ledger_player ON ledger (player, guild, amount);

CREATE TABLE servers (
    guild INTEGER PRIMARY KEY,
    role INTEGER,
    cooldown INTEGER NOT NULL,
    called REAL
) STRICT;

CREATE TABLE people (
    user INTEGER PRIMARY KEY,
    hand_by_dm INTEGER NOT NULL
) STRICT;
