BEGIN TRANSACTION;
CREATE TABLE actions (
    round INTEGER NOT NULL REFERENCES running (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (round, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "actions" VALUES(2,0,3,'yield');
INSERT INTO "actions" VALUES(2,1,2,'yield');
INSERT INTO "actions" VALUES(2,2,1,'yield');
INSERT INTO "actions" VALUES(2,3,0,'yield');
INSERT INTO "actions" VALUES(2,4,4,'yield');
INSERT INTO "actions" VALUES(2,5,3,'claim');
INSERT INTO "actions" VALUES(2,6,0,'no_solo');
INSERT INTO "actions" VALUES(2,7,1,'no_solo');
INSERT INTO "actions" VALUES(2,8,2,'no_solo');
INSERT INTO "actions" VALUES(2,9,3,'no_solo');
INSERT INTO "actions" VALUES(2,10,4,'no_solo');
INSERT INTO "actions" VALUES(2,11,3,'call Jd');
INSERT INTO "actions" VALUES(2,12,0,'stay');
INSERT INTO "actions" VALUES(2,13,1,'stay');
INSERT INTO "actions" VALUES(2,14,2,'stay');
INSERT INTO "actions" VALUES(2,15,4,'stay');
INSERT INTO "actions" VALUES(2,16,3,'play 6s');
INSERT INTO "actions" VALUES(2,17,4,'pass');
INSERT INTO "actions" VALUES(2,18,0,'pass');
INSERT INTO "actions" VALUES(2,19,1,'pass');
INSERT INTO "actions" VALUES(2,20,2,'pass');
INSERT INTO "actions" VALUES(2,21,3,'play 6h');
INSERT INTO "actions" VALUES(2,22,4,'pass');
INSERT INTO "actions" VALUES(2,23,0,'pass');
INSERT INTO "actions" VALUES(2,24,1,'pass');
INSERT INTO "actions" VALUES(2,25,2,'pass');
INSERT INTO "actions" VALUES(2,26,3,'play 6c');
INSERT INTO "actions" VALUES(2,27,4,'pass');
INSERT INTO "actions" VALUES(2,28,0,'pass');
INSERT INTO "actions" VALUES(2,29,1,'pass');
INSERT INTO "actions" VALUES(2,30,2,'pass');
INSERT INTO "actions" VALUES(2,31,3,'play 7c');
INSERT INTO "actions" VALUES(2,32,4,'pass');
INSERT INTO "actions" VALUES(2,33,0,'pass');
INSERT INTO "actions" VALUES(2,34,1,'pass');
INSERT INTO "actions" VALUES(2,35,2,'pass');
INSERT INTO "actions" VALUES(2,36,3,'play 7c');
INSERT INTO "actions" VALUES(2,37,4,'pass');
INSERT INTO "actions" VALUES(2,38,0,'pass');
INSERT INTO "actions" VALUES(2,39,1,'pass');
INSERT INTO "actions" VALUES(2,40,2,'pass');
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
INSERT INTO "ledger" VALUES(1,1,11,1,'round',-30,1.79603219318797230723e+09);
INSERT INTO "ledger" VALUES(2,2,11,1,'round',-30,1.79603219318797230723e+09);
INSERT INTO "ledger" VALUES(3,3,11,1,'round',-30,1.79603219318797230723e+09);
INSERT INTO "ledger" VALUES(4,4,11,1,'round',60,1.79603219318797230723e+09);
INSERT INTO "ledger" VALUES(5,5,11,1,'round',30,1.79603219318797230723e+09);
CREATE TABLE people (
    user INTEGER PRIMARY KEY,
    hand_by_dm INTEGER NOT NULL
) STRICT;
INSERT INTO "people" VALUES(102,0);
CREATE TABLE players (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user INTEGER NOT NULL UNIQUE,
    name TEXT NOT NULL
) STRICT;
INSERT INTO "players" VALUES(1,101,'安娜');
INSERT INTO "players" VALUES(2,102,'Ben');
INSERT INTO "players" VALUES(3,103,'Cat');
INSERT INTO "players" VALUES(4,104,'Dan');
INSERT INTO "players" VALUES(5,106,'Fay');
CREATE TABLE rounds (
    id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    ended REAL NOT NULL,
    record BLOB NOT NULL
) STRICT;
INSERT INTO "rounds" VALUES(1,1,1.79603219318797230723e+09,X'789CC5985B6BDB3014C7BF8B1E378749B27C91DFBA8D3D344F853C0CBA10747363A658C1B2BB96AEDF7D47AEDBA47BD3445708D65FB27FE79603E6F801B56E38881135480AB79F447FB31A8C7283FE44508686C91A8F9A07742B864EF4E1316585F79D829B378390A81987C9C083461A6B3BD7A3A615D6C389BB35837542BF1CEC9DD53BDFDD0583F3D16386DA6EF0E3CE9B1000CE90376A30C189315A628E2B4A5ACEA9325415AA66462B414A5DD45CB49C14455D72A915E745DE2AC639332075C1B492109D728743371ECC1C349358504D2B26555B325673894B439994B5641A134D55D5B6D2B4552D489BCBB2AA789E8345AA726DB0E160CF0B1B2C55049366DFFD86952E6BBEAC6C594B5801106A847A40B2D7D77986EE3B6335DA66D7F44C93338DCF343BD3C042C9BBC3F24CEF76DE59B7D0673BFA6A97BFDAB1BFEF29612D84B8F68B553F8AFBC5E4B3A427C94E12D8A30599A1D22FB78ED00F8B9967494E929EE419BB4F60F5BFB35542CC750A9B906FAD12D8845AF1847CDF8D4DA855129B50E74D426F6C12FC5E26D4F9DDD8847CAF12FC5E25FC47496C424FAE13F27D2FF622854DA8D545425FD184986942CCDF3FC4B2EC852D552CA023812A36A47860FFE64074D2B1401D9B743C109B348F6D8D4DAC87782036A4CB580FFF0188CEE1ED81D86EBD8A6DBE7820368768601DFBC7AD63AB140FC456E922D6038DF57087B6DB30D3FB29CCBC0FC81C8E6670036AE0F57333890186FA30138679B2E9276B9F064A03C7211B209D3730F76E67832A0CFCF0E2625991918CC2E101CC7647DB19B008A1FCEAFA3EC81737605AB961C65679F6F42BB37CFB18BE1088319CA31F53216B0E5741C2B788CFA687EB1731C2F5AB08FADB3CB0CE1919BD9BBF70504CCB1521AB1C6F306F186F8AFC23C60DC6681E707F42CC2454C9F430EB77B37FB020A6D11D3BEBC6B07DFC03E35300F9');
CREATE TABLE running (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL UNIQUE REFERENCES tables (id),
    setup TEXT NOT NULL
) STRICT;
INSERT INTO "running" VALUES(2,1,'{"rules": {"variant": "classic", "grab": true, "rebellion": false, "overload": false, "hold_sixes": false}, "first_seat": 3, "secret": "3bf6218b701225f5afa0b12b6295f061f83f621f22a6940ec3c61b1c3c6b78d7", "salt": "7101:hi|7102:hi|7103:hi|7104:hi|7106:hi"}');
CREATE TABLE servers (
    guild INTEGER PRIMARY KEY,
    role INTEGER,
    cooldown INTEGER NOT NULL,
    called REAL
) STRICT;
INSERT INTO "servers" VALUES(11,5,60,NULL);
CREATE TABLE tables (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    state TEXT NOT NULL,
    closed REAL
) STRICT;
INSERT INTO "tables" VALUES(1,11,22,'{"settings":{"game":"baohuang","rules":{"variant":"classic","grab":true,"rebellion":false,"overload":false,"hold_sixes":false},"turn":45,"auto_pass":true,"language":"en","stake":10},"opener":{"id":101,"name":"\u5b89\u5a1c"},"seats":[{"person":{"id":101,"name":"\u5b89\u5a1c"},"level":null,"ready":{"interaction":7101,"words":"hi"},"autopilot":false,"backs":0,"away":null,"ahead":null,"answer":null},{"person":{"id":102,"name":"Ben"},"level":null,"ready":{"interaction":7102,"words":"hi"},"autopilot":false,"backs":0,"away":null,"ahead":null,"answer":null},{"person":{"id":103,"name":"Cat"},"level":null,"ready":{"interaction":7103,"words":"hi"},"autopilot":false,"backs":0,"away":null,"ahead":null,"answer":null},{"person":{"id":104,"name":"Dan"},"level":null,"ready":{"interaction":7104,"words":"hi"},"autopilot":false,"backs":0,"away":null,"ahead":null,"answer":null},{"person":{"id":106,"name":"Fay"},"level":null,"ready":{"interaction":7106,"words":"hi"},"autopilot":false,"backs":0,"away":null,"ahead":null,"answer":null}],"secret":"3bf6218b701225f5afa0b12b6295f061f83f621f22a6940ec3c61b1c3c6b78d7","number":2,"first_seat":3,"watchers":[{"id":107,"name":"Gus"}],"queue":[],"hurried":[],"deadline":1796032238.538654,"penalties":[],"closing":false,"closed":null,"reason":"","last":{"round":1,"number":1,"scored":true,"result":{"emperor":3,"guard":4,"solo":null,"called":"Ks","rose":[],"places":[3,4,5,1,2],"multiplier":1,"winner":"emperor","scores":[-3,-3,-3,6,3]},"shares":[{"name":"\u5b89\u5a1c","score":-3,"before":1600,"after":1570},{"name":"Ben","score":-3,"before":1600,"after":1570},{"name":"Cat","score":-3,"before":1600,"after":1570},{"name":"Dan","score":6,"before":1600,"after":1660},{"name":"Fay","score":3,"before":1600,"after":1630}],"penalties":[]},"follows":null,"memo":{}}',NULL);
INSERT INTO "tables" VALUES(2,11,23,'{"settings":{"game":"baohuang","rules":{"variant":"classic","grab":true,"rebellion":false,"overload":false,"hold_sixes":false},"turn":45,"auto_pass":true,"language":"en","stake":10},"opener":{"id":105,"name":"Eve"},"seats":[{"person":{"id":105,"name":"Eve"},"level":null,"ready":null,"autopilot":false,"backs":0,"away":null,"ahead":null,"answer":null},{"person":null,"level":null,"ready":null,"autopilot":false,"backs":0,"away":null,"ahead":null,"answer":null},{"person":null,"level":null,"ready":null,"autopilot":false,"backs":0,"away":null,"ahead":null,"answer":null},{"person":null,"level":null,"ready":null,"autopilot":false,"backs":0,"away":null,"ahead":null,"answer":null},{"person":null,"level":null,"ready":null,"autopilot":false,"backs":0,"away":null,"ahead":null,"answer":null}],"secret":"ec80c665efd441aae3d5804b47f1f33258395d7ac584d6c824824a63e66e75b0","number":1,"first_seat":0,"watchers":[],"queue":[],"hurried":[],"deadline":null,"penalties":[],"closing":false,"closed":null,"reason":"","last":null,"follows":null,"memo":{}}',NULL);
CREATE INDEX tables_open ON tables (id) WHERE closed IS NULL;
CREATE INDEX ledger_player ON ledger (player, guild, amount);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('tables',2);
INSERT INTO "sqlite_sequence" VALUES('running',2);
INSERT INTO "sqlite_sequence" VALUES('players',5);
COMMIT;
PRAGMA user_version = 1;
