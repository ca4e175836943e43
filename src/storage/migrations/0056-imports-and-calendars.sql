-- Imports of archives and of files from other services. The file itself is in the data folder of the
-- process that received it, until the import ends.
CREATE TABLE imports (
  user_id     text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id          uuid NOT NULL,
  file_name   text NOT NULL,
  size        bigint NOT NULL,
  format      text,
  status      text NOT NULL CHECK (status IN ('running', 'completed', 'failed')),
  -- Why it failed, for the user.
  problem     text,
  report      jsonb NOT NULL,
  created_at  timestamptz NOT NULL,
  -- A running import writes this often; a dead one does not.
  updated_at  timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (user_id, id)
);
-- One at a time for each user.
CREATE UNIQUE INDEX imports_one_running ON imports (user_id) WHERE status = 'running';

-- The secret address of a user's calendar; the secret itself is stored nowhere.
CREATE TABLE calendar_addresses (
  user_id    text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL
);
