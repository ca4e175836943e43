-- A client names its recording session, so that sending it again creates nothing again: not while
-- the conversation is there, and not after its user deleted it.
CREATE UNIQUE INDEX conversations_by_client_session ON conversations (user_id, client_session_id)
  WHERE client_session_id IS NOT NULL;

CREATE TABLE deleted_client_sessions (
  user_id           text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  client_session_id text NOT NULL,
  conversation_id   uuid NOT NULL,
  deleted_at        timestamptz NOT NULL,
  PRIMARY KEY (user_id, client_session_id)
);
