-- The version before runs: the wider checks permit all its rows. Its log of sign-ins cannot show the new kinds of
-- entries, which only this version and later ones write.

-- Passkeys: public keys with which users sign in without a password.
CREATE TABLE passkeys (
  user_id       text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id            uuid NOT NULL,
  -- The id that the authenticator chose, in base64url.
  credential_id text NOT NULL UNIQUE,
  public_key    bytea NOT NULL,
  -- The number of signatures, for authenticators that count them; otherwise 0.
  counter       bigint NOT NULL,
  transports    text[] NOT NULL,
  -- Whether the passkey can be copied to other devices of the user, and whether it has been.
  is_syncable   boolean NOT NULL,
  is_backed_up  boolean NOT NULL,
  name          text NOT NULL,
  created_at    timestamptz NOT NULL,
  last_used_at  timestamptz,
  PRIMARY KEY (user_id, id)
);

-- Challenges that were answered. Kept until they expire, so that an answer works once.
CREATE TABLE used_challenges (
  user_id    text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  challenge  text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, challenge)
);

ALTER TABLE security_events DROP CONSTRAINT security_events_event_check;
ALTER TABLE security_events ADD CONSTRAINT security_events_event_check CHECK (event IN (
  'signed_in', 'sign_in_failed', 'signed_out', 'session_ended', 'sessions_ended', 'password_changed',
  'password_refused', 'address_changed', 'key_created', 'key_first_used', 'key_revoked',
  'assistant_connected', 'assistant_disconnected', 'webhook_secret_changed', 'webhook_secret_deleted',
  'calendar_address_made', 'calendar_address_ended', 'passkey_added', 'passkey_removed'));
ALTER TABLE security_events DROP CONSTRAINT security_events_by_check;
ALTER TABLE security_events ADD CONSTRAINT security_events_by_check CHECK (by IN (
  'password', 'session', 'operator', 'program', 'passkey'));
