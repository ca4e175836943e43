-- Outside services from which the service reads for a user, or to which it writes, such as a recorder or a calendar.
CREATE TABLE connections (
  user_id         text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id              uuid NOT NULL,
  kind            text NOT NULL,
  name            text NOT NULL,
  address         text NOT NULL,
  -- The key of the user, sealed with the secret of the service.
  secret          bytea NOT NULL,
  settings        jsonb NOT NULL DEFAULT '{}',
  -- The place up to which the connection was read; each kind has its own shape.
  cursor          jsonb NOT NULL DEFAULT '{}',
  enabled         boolean NOT NULL DEFAULT true,
  -- The number of records that came.
  came            integer NOT NULL DEFAULT 0,
  -- The reason why the last run failed, and the number of runs that failed in a row.
  problem         text,
  failures        integer NOT NULL DEFAULT 0,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  last_run_at     timestamptz,
  last_success_at timestamptz,
  -- Null when the service waits for the user, because the key was refused.
  next_run_at     timestamptz,
  claim           text,
  claimed_until   timestamptz,
  PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX connections_by_id ON connections (id);
CREATE INDEX connections_due ON connections (next_run_at) WHERE enabled;

-- The records that came, by their ids in the other service. So what the user deletes here does not come again.
CREATE TABLE connection_records (
  user_id       text NOT NULL,
  connection_id uuid NOT NULL,
  external_id   text NOT NULL,
  -- The reason why the record was left out; it is tried again.
  problem       text,
  noted_at      timestamptz NOT NULL,
  PRIMARY KEY (user_id, connection_id, external_id),
  FOREIGN KEY (user_id, connection_id) REFERENCES connections (user_id, id) ON DELETE CASCADE
);
CREATE INDEX connection_records_left_out ON connection_records (user_id, connection_id, noted_at)
  WHERE problem IS NOT NULL;
