-- What the user asked the service, and what it answered.
CREATE TABLE chat_messages (
  user_id          text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id               uuid NOT NULL,
  created_at       timestamptz NOT NULL,
  sender           text NOT NULL CHECK (sender IN ('human', 'ai')),
  text             text NOT NULL,
  -- Where the answer comes from, in the order of its numbers.
  conversation_ids text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (user_id, id)
);
