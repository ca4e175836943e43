-- Separate chats. Messages without one are in the chat that everybody has.
CREATE TABLE chat_sessions (
  user_id    text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id         uuid NOT NULL,
  title      text NOT NULL,
  app_id     text,
  starred    boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, id)
);

-- What the user gave the chat to read. Only what can be read of it is kept.
CREATE TABLE chat_files (
  user_id    text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id         uuid NOT NULL,
  name       text NOT NULL,
  mime_type  text NOT NULL,
  -- What stands in it, or what is on it.
  content    text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, id)
);

ALTER TABLE chat_messages
  ADD COLUMN chat_session_id uuid,
  ADD COLUMN file_ids text[] NOT NULL DEFAULT '{}',
  ADD COLUMN reported boolean NOT NULL DEFAULT false,
  ADD COLUMN rating int,
  ADD FOREIGN KEY (user_id, chat_session_id) REFERENCES chat_sessions (user_id, id) ON DELETE CASCADE;
CREATE INDEX chat_messages_of_session ON chat_messages (user_id, chat_session_id, id);
