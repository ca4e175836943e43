-- Invitations of the owner. The token is shown once; the table has only its hash.
CREATE TABLE invitations (
  user_id    text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id         uuid NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  note       text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at    timestamptz,
  PRIMARY KEY (user_id, id)
);
