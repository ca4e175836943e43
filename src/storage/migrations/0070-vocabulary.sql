-- Names and terms that the user is likely to say. Recognisers expect them.
CREATE TABLE vocabulary (
  user_id    text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id         uuid NOT NULL,
  word       text NOT NULL,
  -- SHA-256 of the word as people compare it: words are unique per user.
  word_key   bytea NOT NULL,
  -- True when the service took the word from a correction of the user.
  learned    boolean NOT NULL DEFAULT false,
  -- The place in the list of the user.
  place      integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, id),
  UNIQUE (user_id, word_key)
);
