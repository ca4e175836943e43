-- The words of users with many texts, so that a search finds candidates before its index is in memory, and without one
-- when the index would be too large (docs/decisions/0024-candidates-from-postgresql.md). Only services with a
-- PostgreSQL server fill these tables.
-- The version before runs: the triggers delete only rows of these tables, which it does not know.

-- One row for each kind of texts of a user that has many of them.
CREATE TABLE candidate_indexes (
  -- Each word of candidate_windows begins with it, so that the words of different users are apart.
  number           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id          text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind             text NOT NULL,
  -- The version of the words. Words of another version are made again.
  version          integer NOT NULL,
  -- The log of changes to which `mark` belongs: a restored database has another one.
  log_name         text NOT NULL,
  -- The windows contain all changes before this transaction; null until all texts were read once.
  mark             bigint,
  -- When the changes were last read: later ones are still in the log, which keeps them for 30 days.
  checked_at       timestamptz NOT NULL DEFAULT now(),
  groups           integer NOT NULL DEFAULT 0,
  texts            integer NOT NULL DEFAULT 0,
  -- The number of words without stop words.
  terms            bigint NOT NULL DEFAULT 0,
  -- The estimated size of the index in memory.
  bytes            bigint NOT NULL DEFAULT 0,
  -- The groups that have changed since the numbers above were counted.
  uncounted        integer NOT NULL DEFAULT 0,
  -- The words that occur in many texts, with the numbers of these texts and of their groups.
  common           text[] NOT NULL DEFAULT '{}',
  common_documents integer[] NOT NULL DEFAULT '{}',
  common_groups    integer[] NOT NULL DEFAULT '{}',
  -- The process that writes the windows, for a limited time.
  worker           uuid,
  claimed_until    timestamptz,
  UNIQUE (user_id, kind)
);

-- A few consecutive turns, or one text.
CREATE TABLE candidate_windows (
  user_id      text NOT NULL,
  index_number integer NOT NULL REFERENCES candidate_indexes (number) ON DELETE CASCADE,
  group_id     uuid NOT NULL,
  -- The number of the window in its group; -1 for a text about the whole group.
  place        integer NOT NULL,
  at           timestamptz NOT NULL,
  texts        integer NOT NULL,
  terms        integer NOT NULL,
  bytes        integer NOT NULL,
  words        tsvector NOT NULL,
  PRIMARY KEY (index_number, group_id, place)
);
-- A short list of pending words, because each search reads it from beginning to end.
CREATE INDEX candidate_windows_by_word ON candidate_windows USING gin (words) WITH (gin_pending_list_limit = 512);

-- What is deleted loses its words in the same transaction.
CREATE FUNCTION drop_candidates() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The process that writes windows locks the index first too, so neither waits for a window of the other.
  PERFORM FROM candidate_indexes
  WHERE kind = TG_ARGV[0] AND user_id IN (SELECT user_id FROM changed) FOR SHARE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  DELETE FROM candidate_windows w USING changed, candidate_indexes i
  WHERE i.user_id = changed.user_id AND i.kind = TG_ARGV[0]
    AND w.user_id = changed.user_id AND w.index_number = i.number AND w.group_id = changed.id;
  RETURN NULL;
END $$;
CREATE TRIGGER memories_candidates_dropped AFTER DELETE ON memories REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION drop_candidates('memories');
CREATE TRIGGER action_items_candidates_dropped AFTER DELETE ON action_items REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION drop_candidates('action_items');
CREATE TRIGGER conversations_candidates_dropped AFTER DELETE ON conversations REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION drop_candidates('conversations');
