-- What assistants read and changed. `changes` holds the records before and after a change, for undo.
CREATE TABLE assistant_activity (
  user_id         text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id              uuid NOT NULL,
  at              timestamptz NOT NULL,
  connection      text NOT NULL,
  connection_name text,
  action          text NOT NULL CHECK (action IN ('searched', 'read', 'asked', 'added', 'changed', 'deleted')),
  kind            text NOT NULL,
  query           text,
  count           integer NOT NULL,
  changes         jsonb,
  undone_at       timestamptz,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX assistant_activity_by_time ON assistant_activity (at);
CREATE INDEX assistant_activity_undoable ON assistant_activity (user_id) WHERE changes IS NOT NULL;
