-- Records no longer hold the names of people: those have one place, players. What the earlier version kept is carried over by the
-- functions of storage/earlier.py.
DROP INDEX ledger_player;
ALTER TABLE ledger RENAME TO old_ledger;
ALTER TABLE rounds RENAME TO old_rounds;
ALTER TABLE running ADD COLUMN started REAL;

CREATE TABLE rounds (
    id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    guild INTEGER NOT NULL,
    started REAL, -- not known of rounds of the first versions
    ended REAL NOT NULL,
    record BLOB NOT NULL
) STRICT;
CREATE INDEX rounds_guild ON rounds (guild, ended, started);

-- What a moderator did, and why. An undoing is an act of its own.
CREATE TABLE acts (
    id INTEGER PRIMARY KEY,
    guild INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('correction', 'void', 'undo')),
    moderator INTEGER NOT NULL, -- a player, whose row may be gone
    reason TEXT NOT NULL CHECK (trim(reason) <> ''),
    at REAL NOT NULL,
    player INTEGER, -- whose skill was corrected
    amount INTEGER, -- by how much
    round INTEGER, -- which round was voided
    undoes INTEGER UNIQUE REFERENCES acts (id),
    CHECK ((kind = 'correction') = (player IS NOT NULL AND amount IS NOT NULL)),
    CHECK ((kind = 'void') = (round IS NOT NULL)),
    CHECK ((kind = 'undo') = (undoes IS NOT NULL))
) STRICT;
CREATE INDEX acts_round ON acts (round) WHERE round IS NOT NULL;
CREATE INDEX acts_guild ON acts (guild, id);

CREATE VIEW voided AS
SELECT id AS act, round FROM acts
WHERE kind = 'void' AND NOT EXISTS (SELECT 1 FROM acts AS later WHERE later.undoes = acts.id);

-- Only ever added to. A row counts in the skill of its server (amount) and in that over all servers (overall), each unless NULL.
CREATE TABLE ledger (
    id INTEGER PRIMARY KEY,
    player INTEGER NOT NULL, -- whose row in players may be gone
    guild INTEGER NOT NULL,
    round INTEGER, -- it may still be running, or have been broken off
    kind TEXT NOT NULL CHECK (kind IN ('round', 'penalty', 'refund', 'correction', 'void', 'undo')),
    seat INTEGER,
    role TEXT,
    place INTEGER,
    points INTEGER NOT NULL,
    amount INTEGER,
    overall INTEGER CHECK (overall = 10 * points),
    rounds INTEGER NOT NULL, -- 1 for the result of a round, -1 where that is voided, else 0
    at REAL NOT NULL, -- when it was written
    counts_at REAL NOT NULL, -- the moment whose week, month and season it counts in
    act INTEGER REFERENCES acts (id),
    CHECK ((act IS NULL) = (kind IN ('round', 'penalty', 'refund')))
) STRICT;
CREATE UNIQUE INDEX ledger_round ON ledger (round, player, kind) WHERE act IS NULL;
CREATE INDEX ledger_player ON ledger (player, guild, id, at, amount, overall);
CREATE INDEX ledger_act ON ledger (act) WHERE act IS NOT NULL;

-- An act cannot be without its ledger rows, nor they without it.
CREATE TRIGGER act_corrects AFTER INSERT ON acts WHEN new.kind = 'correction' BEGIN
    INSERT INTO ledger (player, guild, kind, points, amount, rounds, at, counts_at, act)
    VALUES (new.player, new.guild, 'correction', 0, new.amount, 0, new.at, new.at, new.id);
END;
CREATE TRIGGER act_voids AFTER INSERT ON acts WHEN new.kind = 'void' BEGIN
    INSERT INTO ledger (player, guild, round, kind, seat, role, place, points, amount, rounds, at, counts_at, act)
    SELECT player, guild, round, 'void', seat, role, place, -points, -amount, -rounds, new.at, counts_at, new.id
    FROM ledger WHERE round = new.round AND guild = new.guild AND act IS NULL AND amount IS NOT NULL ORDER BY id;
END;
CREATE TRIGGER act_undoes AFTER INSERT ON acts WHEN new.kind = 'undo' BEGIN
    INSERT INTO ledger (player, guild, round, kind, seat, role, place, points, amount, rounds, at, counts_at, act)
    SELECT player, guild, round, 'undo', seat, role, place, -points, -amount, -rounds, new.at, counts_at, new.id
    FROM ledger WHERE act = new.undoes ORDER BY id;
END;

CREATE TRIGGER ledger_stays BEFORE UPDATE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger is only added to'); END;
CREATE TRIGGER ledger_keeps BEFORE DELETE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger is only added to'); END;
CREATE TRIGGER acts_stay BEFORE UPDATE ON acts BEGIN SELECT RAISE(ABORT, 'acts are only added to'); END;
CREATE TRIGGER acts_keep BEFORE DELETE ON acts BEGIN SELECT RAISE(ABORT, 'acts are only added to'); END;
CREATE TRIGGER rounds_stay BEFORE UPDATE ON rounds BEGIN SELECT RAISE(ABORT, 'rounds are only added to'); END;
CREATE TRIGGER rounds_keep BEFORE DELETE ON rounds BEGIN SELECT RAISE(ABORT, 'rounds are only added to'); END;

-- What follows is derived from the ledger, for the players who have an identity, and can be made anew from it (storage/derived.py).
-- A scope is a server, or 0 for all of them.
CREATE VIEW effects AS
SELECT ledger.id AS entry, player, guild AS scope, amount AS skill, points, rounds, role, place, counts_at
FROM ledger JOIN players ON players.id = player WHERE amount IS NOT NULL
UNION ALL
SELECT ledger.id, player, 0, overall, points, rounds, role, place, counts_at
FROM ledger JOIN players ON players.id = player WHERE overall IS NOT NULL;

-- Weeks begin on Monday; all in UTC.
CREATE VIEW dated_effects AS
SELECT entry, player, scope, skill, points, rounds, rounds * (points * rounds > 0) AS won, period,
    CASE period
        WHEN 'ever' THEN 0
        WHEN 'week' THEN CAST((counts_at + 259200) / 604800 AS INTEGER) * 604800 - 259200
        WHEN 'month' THEN CAST(strftime('%s', counts_at, 'unixepoch', 'start of month') AS INTEGER)
        ELSE CAST(strftime('%s', counts_at, 'unixepoch', 'start of month',
            printf('-%d months', (strftime('%m', counts_at, 'unixepoch') - 1) % 3)) AS INTEGER)
    END AS since
FROM effects, (SELECT 'ever' AS period UNION ALL SELECT 'week' UNION ALL SELECT 'month' UNION ALL SELECT 'season');

CREATE TABLE boards (
    id INTEGER PRIMARY KEY,
    scope INTEGER NOT NULL,
    period TEXT NOT NULL,
    since INTEGER NOT NULL,
    UNIQUE (scope, period, since)
) STRICT;

CREATE TABLE standings (
    board INTEGER NOT NULL,
    player INTEGER NOT NULL,
    skill INTEGER NOT NULL,
    points INTEGER NOT NULL,
    rounds INTEGER NOT NULL,
    won INTEGER NOT NULL,
    -- The part of the rounds that was won, in billionths: different fractions of up to 30,000 rounds never look the same.
    share INTEGER GENERATED ALWAYS AS (CASE WHEN rounds >= 10 THEN won * 1000000000 / rounds END) VIRTUAL,
    PRIMARY KEY (board, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX standings_skill ON standings (board, skill DESC, player);
CREATE INDEX standings_points ON standings (board, points DESC, player);
CREATE INDEX standings_share ON standings (board, share DESC, player) WHERE share IS NOT NULL;

-- How many players of the boards over all servers have a value: the sum of those above one is its rank. In one server, the players
-- above are counted one by one.
CREATE TABLE counts (
    board INTEGER NOT NULL,
    measure TEXT NOT NULL,
    value INTEGER NOT NULL,
    players INTEGER NOT NULL,
    PRIMARY KEY (board, measure, value)
) STRICT, WITHOUT ROWID;

CREATE TABLE tallies (
    player INTEGER NOT NULL,
    scope INTEGER NOT NULL,
    role TEXT NOT NULL,
    place INTEGER NOT NULL,
    points INTEGER NOT NULL,
    rounds INTEGER NOT NULL,
    PRIMARY KEY (player, scope, role, place, points)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER ledger_is_summed AFTER INSERT ON ledger BEGIN
    INSERT OR IGNORE INTO boards (scope, period, since) SELECT scope, period, since FROM dated_effects WHERE entry = new.id;
    INSERT INTO standings (board, player, skill, points, rounds, won)
    SELECT boards.id, player, skill, points, rounds, won FROM dated_effects JOIN boards USING (scope, period, since) WHERE entry = new.id
    ON CONFLICT (board, player) DO UPDATE SET skill = skill + excluded.skill, points = points + excluded.points,
        rounds = rounds + excluded.rounds, won = won + excluded.won;
    INSERT INTO tallies (player, scope, role, place, points, rounds)
    SELECT player, scope, ifnull(role, ''), ifnull(place, 0), points * rounds, rounds FROM effects WHERE entry = new.id AND rounds <> 0
    ON CONFLICT (player, scope, role, place, points) DO UPDATE SET rounds = rounds + excluded.rounds;
    DELETE FROM tallies WHERE player = new.player AND rounds = 0;
END;

CREATE VIEW measured AS
SELECT board, player, 'skill' AS measure, skill AS value FROM standings
UNION ALL SELECT board, player, 'points', points FROM standings
UNION ALL SELECT board, player, 'share', share FROM standings WHERE share IS NOT NULL;

CREATE TRIGGER standing_comes AFTER INSERT ON standings WHEN (SELECT scope FROM boards WHERE id = new.board) = 0 BEGIN
    INSERT INTO counts (board, measure, value, players)
    SELECT board, measure, value, 1 FROM measured WHERE board = new.board AND player = new.player
    ON CONFLICT (board, measure, value) DO UPDATE SET players = players + 1;
END;
CREATE TRIGGER standing_changes BEFORE UPDATE ON standings WHEN (SELECT scope FROM boards WHERE id = new.board) = 0 BEGIN
    DELETE FROM counts WHERE players = 1 AND (board, measure, value) IN
        (SELECT board, measure, value FROM measured WHERE board = new.board AND player = new.player);
    UPDATE counts SET players = players - 1 WHERE (board, measure, value) IN
        (SELECT board, measure, value FROM measured WHERE board = new.board AND player = new.player);
END;
CREATE TRIGGER standing_changed AFTER UPDATE ON standings WHEN (SELECT scope FROM boards WHERE id = new.board) = 0 BEGIN
    INSERT INTO counts (board, measure, value, players)
    SELECT board, measure, value, 1 FROM measured WHERE board = new.board AND player = new.player
    ON CONFLICT (board, measure, value) DO UPDATE SET players = players + 1;
END;
CREATE TRIGGER standing_goes BEFORE DELETE ON standings WHEN (SELECT scope FROM boards WHERE id = old.board) = 0 BEGIN
    DELETE FROM counts WHERE players = 1 AND (board, measure, value) IN
        (SELECT board, measure, value FROM measured WHERE board = old.board AND player = old.player);
    UPDATE counts SET players = players - 1 WHERE (board, measure, value) IN
        (SELECT board, measure, value FROM measured WHERE board = old.board AND player = old.player);
END;

-- Of all deals: how often a seat was dealt so many of the cards that everyone wants.
CREATE TABLE deals (
    game TEXT NOT NULL,
    seat INTEGER NOT NULL,
    wanted INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    PRIMARY KEY (game, seat, wanted)
) STRICT, WITHOUT ROWID;

ALTER TABLE servers ADD COLUMN language TEXT;
ALTER TABLE servers ADD COLUMN rules TEXT NOT NULL DEFAULT '{}';
ALTER TABLE servers ADD COLUMN turn INTEGER NOT NULL DEFAULT 45;
ALTER TABLE servers ADD COLUMN stake INTEGER NOT NULL DEFAULT 10 CHECK (stake BETWEEN 1 AND 100);
ALTER TABLE servers ADD COLUMN least INTEGER NOT NULL DEFAULT 3 CHECK (least BETWEEN 2 AND 5);
ALTER TABLE servers ADD COLUMN channels TEXT NOT NULL DEFAULT '[]';
ALTER TABLE servers ADD COLUMN weekly INTEGER;
ALTER TABLE servers ADD COLUMN weekly_done INTEGER;
ALTER TABLE people ADD COLUMN language TEXT;
ALTER TABLE people ADD COLUMN hand_order TEXT;
ALTER TABLE people ADD COLUMN clockwise INTEGER NOT NULL DEFAULT 1;
ALTER TABLE people ADD COLUMN pings INTEGER NOT NULL DEFAULT 1;

-- Carrying over. The result rows of a round are in the order of the seats of its people. Every stake was 10.
CREATE TEMP TABLE carried AS
SELECT id, player, round, old_seat(record, row_number() OVER seats, count(*) OVER (PARTITION BY round)) AS seat
FROM old_ledger JOIN (SELECT id AS round, record FROM old_rounds) USING (round) WHERE kind = 'round'
WINDOW seats AS (PARTITION BY round ORDER BY id);
CREATE INDEX temp.carried_round ON carried (round, player);
INSERT INTO ledger (id, player, guild, round, kind, seat, role, place, points, amount, overall, rounds, at, counts_at)
SELECT old_ledger.id, old_ledger.player, guild, old_ledger.round, kind, carried.seat,
    CASE WHEN kind = 'round' THEN old_role(record, carried.seat) END, CASE WHEN kind = 'round' THEN old_place(record, carried.seat) END,
    amount / 10, amount, amount / 10 * 10, kind = 'round', at, at
FROM old_ledger LEFT JOIN carried ON carried.round = old_ledger.round AND carried.player = old_ledger.player
    LEFT JOIN old_rounds ON old_rounds.id = old_ledger.round
ORDER BY old_ledger.id;
INSERT INTO rounds (id, table_id, guild, ended, record)
SELECT old_rounds.id, table_id, ifnull(guild, 0), ended, repacked(record, (SELECT json_group_array(seat) FROM carried WHERE round = old_rounds.id))
FROM old_rounds LEFT JOIN tables ON tables.id = table_id;
DROP TABLE temp.carried;
DROP TABLE old_ledger;
DROP TABLE old_rounds;
-- A table that was put away need not know who was there.
UPDATE tables SET state = json_set(state, '$.opener', json('{"id":0,"name":""}'), '$.seats', json('[]'), '$.watchers', json('[]'),
    '$.queue', json('[]'), '$.hurried', json('[]'), '$.penalties', json('[]'), '$.last', json('null'), '$.memo', json((
        SELECT json_group_object(key, CASE type WHEN 'true' THEN json('true') WHEN 'false' THEN json('false') ELSE value END)
        FROM json_each(state, '$.memo') WHERE key NOT LIKE '%/%')))
WHERE closed IS NOT NULL AND json_valid(state);
