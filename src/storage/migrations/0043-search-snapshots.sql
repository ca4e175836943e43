-- Snapshots of search indexes in data folders. A file is named by its id and encrypted with its key, so it
-- becomes unreadable when the row is deleted, also in the data folders of other processes.
CREATE TABLE search_snapshots (
  id         uuid PRIMARY KEY,
  user_id    text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind       text NOT NULL,
  -- The form of the content; other versions of the service do not read it.
  version    text NOT NULL,
  -- The snapshot lacks the changes of this and later transactions.
  mark       bigint NOT NULL,
  key        bytea NOT NULL,
  -- The transaction that wrote this row. The system column xmin names another one in a restored dump, in
  -- which the numbers of transactions mean nothing.
  xid        bigint NOT NULL DEFAULT pg_current_xact_id()::text::bigint,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX search_snapshots_by_user ON search_snapshots (user_id, kind);

-- One row: changes of this and earlier transactions may have been deleted from search_changes.
CREATE TABLE search_horizon (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  xid      bigint NOT NULL
);
INSERT INTO search_horizon (xid)
SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1;

-- The turns of the user are found by the name of the user.
CREATE FUNCTION note_user_name_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_changes
  SELECT DISTINCT NEW.id, 'conversations', s.conversation_id, pg_current_xact_id()::text::bigint, now()
  FROM segments s WHERE s.user_id = NEW.id AND s.is_user;
  RETURN NULL;
END $$;
CREATE TRIGGER users_renamed AFTER UPDATE OF name ON users
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION note_user_name_change();

-- Deleting old changes must not read the others. Changes arrive in the order of their time.
CREATE INDEX search_changes_by_time ON search_changes USING brin (changed_at);
