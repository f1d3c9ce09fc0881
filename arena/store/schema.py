"""The tables of a store, and how a file is recognised as one.

Attempts are only ever added. The first one of a game that counts is its result.
"""

APPLICATION_ID = 0x53504C41
"""Marks an SQLite file as a store of the arena."""

VERSION = 1
"""Of the tables below; another number is another arena's."""

TABLES = """
CREATE TABLE tournaments (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  seed BLOB NOT NULL,
  secret INTEGER NOT NULL,        -- 1: drawn by the arena, published when the tournament is over
  settings TEXT NOT NULL,         -- JSON: what makes results comparable
  rounds INTEGER NOT NULL,
  started_unix_us INTEGER NOT NULL
) STRICT;

CREATE TABLE entrants (
  tournament INTEGER NOT NULL REFERENCES tournaments (number),
  position INTEGER NOT NULL,      -- entry order, from 0
  name TEXT NOT NULL,
  spec TEXT NOT NULL,             -- the words the user gave for the bot
  content_hash TEXT NOT NULL,
  PRIMARY KEY (tournament, position),
  UNIQUE (tournament, name)
) STRICT;

CREATE TABLE attempts (
  number INTEGER PRIMARY KEY,
  tournament INTEGER NOT NULL REFERENCES tournaments (number),
  game_id TEXT NOT NULL,
  attempt INTEGER NOT NULL,       -- from 1
  termination TEXT NOT NULL,      -- VOID does not count
  places TEXT NOT NULL,           -- JSON, by seat
  prestige TEXT NOT NULL,         -- JSON, by seat
  faults TEXT NOT NULL,           -- JSON: [seat, termination] pairs in order
  record BLOB NOT NULL,           -- arena.v1.GameRecord
  UNIQUE (tournament, game_id, attempt)
) STRICT;
"""
