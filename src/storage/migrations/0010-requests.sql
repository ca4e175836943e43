-- What the doors remember about requests.

-- Answers to requests with an Idempotency-Key, for a day. `id` is the SHA-256 of the caller's
-- credential and the key; the answer is sealed with a key derived from both, so what is stored here
-- can be read by nobody but the caller who sends them again.
CREATE TABLE idempotent_answers (
  user_id       text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id            bytea NOT NULL,
  -- SHA-256 of the request: the same key with another request is a mistake.
  fingerprint   bytea NOT NULL,
  -- NULL while the work goes on outside a transaction; then nobody else may begin until claimed_until.
  answer        bytea,
  claimed_until timestamptz,
  expires_at    timestamptz NOT NULL,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX idempotent_answers_by_expiry ON idempotent_answers (expires_at);

-- How much of a limit is used up in a window of time. Processes take pieces of it ahead.
CREATE TABLE rate_windows (
  subject    text NOT NULL,
  started_at timestamptz NOT NULL,
  taken      integer NOT NULL,
  PRIMARY KEY (subject, started_at)
);
CREATE INDEX rate_windows_by_start ON rate_windows (started_at);
