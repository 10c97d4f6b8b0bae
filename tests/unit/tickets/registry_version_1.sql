BEGIN TRANSACTION;
CREATE TABLE ticket(
        id INTEGER PRIMARY KEY,
        number TEXT NOT NULL UNIQUE CHECK(length(number) = 18),
        cents INTEGER NOT NULL CHECK(cents > 0),
        terminal TEXT NOT NULL,
        body TEXT NOT NULL,
        state TEXT NOT NULL CHECK(state IN ('pending', 'issued', 'reserved', 'redeemed', 'void')),
        held_by TEXT NOT NULL DEFAULT '' CHECK((held_by <> '') = (state IN ('reserved', 'redeemed'))),
        held_at TEXT NOT NULL DEFAULT '',
        why TEXT NOT NULL DEFAULT ''
    ) STRICT
;
INSERT INTO "ticket" VALUES(1,'000000000000000000',1000,'07','{"number":"000000000000000000","cents":1000,"sequence":1,"casino":"Casino","terminal":"07","table":"12","at_utc":"2026-11-27T22:00:18Z","expires_utc":"2026-12-27T22:06:18Z","kind":"cashout","language":"en","duplicate":false}','pending','','','');
INSERT INTO "ticket" VALUES(2,'000000000000000013',2000,'07','{"number":"000000000000000013","cents":2000,"sequence":2,"casino":"Casino","terminal":"07","table":"12","at_utc":"2026-11-27T22:01:18Z","expires_utc":"2026-12-27T22:06:18Z","kind":"cashout","language":"en","duplicate":false}','issued','','','');
INSERT INTO "ticket" VALUES(3,'000000000000000021',3000,'07','{"number":"000000000000000021","cents":3000,"sequence":3,"casino":"Casino","terminal":"07","table":"12","at_utc":"2026-11-27T22:02:18Z","expires_utc":"2026-12-27T22:06:18Z","kind":"cashout","language":"en","duplicate":false}','reserved','07/2abc','2026-11-28T10:02:00Z','');
INSERT INTO "ticket" VALUES(4,'000000000000000037',4000,'07','{"number":"000000000000000037","cents":4000,"sequence":4,"casino":"Casino","terminal":"07","table":"12","at_utc":"2026-11-27T22:03:18Z","expires_utc":"2026-12-27T22:06:18Z","kind":"cashout","language":"en","duplicate":false}','redeemed','07/3abc','2026-11-28T10:03:00Z','');
INSERT INTO "ticket" VALUES(5,'000000000000000045',5000,'07','{"number":"000000000000000045","cents":5000,"sequence":5,"casino":"Casino","terminal":"07","table":"12","at_utc":"2026-11-27T22:04:18Z","expires_utc":"2026-12-27T22:06:18Z","kind":"cashout","language":"en","duplicate":false}','void','','','not presented');
COMMIT;
PRAGMA user_version = 1;
