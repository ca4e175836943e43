-- The log of sign-ins, sessions, passwords, keys, assistants and secrets.
CREATE TABLE security_events (
  user_id    text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id         uuid NOT NULL,
  at         timestamptz NOT NULL,
  event      text NOT NULL CHECK (event IN (
    'signed_in', 'sign_in_failed', 'signed_out', 'session_ended', 'sessions_ended', 'password_changed',
    'password_refused', 'address_changed', 'key_created', 'key_first_used', 'key_revoked',
    'assistant_connected', 'assistant_disconnected', 'webhook_secret_changed', 'webhook_secret_deleted',
    'calendar_address_made', 'calendar_address_ended')),
  -- How the caller was identified. A program is a key or an assistant itself.
  by         text NOT NULL CHECK (by IN ('password', 'session', 'operator', 'program')),
  -- The key, assistant, webhook or ended session, by its name at that time.
  subject    text,
  subject_id text,
  -- The address and the program of the caller; NULL for a command on the machine of the service.
  ip_address text,
  user_agent text,
  -- Repeated failures are one entry: their number, and the time of the latest.
  count      integer NOT NULL,
  last_at    timestamptz NOT NULL,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX security_events_by_time ON security_events (at);
