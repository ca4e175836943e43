CREATE TABLE memories (
  user_id         text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id              uuid NOT NULL,
  content         text NOT NULL,
  -- SHA-256 of the normalised content: the same fact is stored once.
  content_key     bytea NOT NULL,
  category        text NOT NULL CHECK (category IN ('interesting', 'system', 'manual')),
  visibility      text NOT NULL CHECK (visibility IN ('private', 'public')),
  tags            text[] NOT NULL,
  manually_added  boolean NOT NULL,
  reviewed        boolean NOT NULL,
  user_review     boolean,
  edited          boolean NOT NULL DEFAULT false,
  scoring         text NOT NULL,
  conversation_id uuid,
  segment_id      uuid,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  PRIMARY KEY (user_id, id),
  UNIQUE (user_id, content_key)
);
-- The order of lists: scoring descending as text, newest first among equals.
CREATE INDEX memories_by_scoring ON memories (user_id, scoring COLLATE "C" DESC, id DESC);
CREATE INDEX memories_by_conversation ON memories (user_id, conversation_id);
