-- The version before runs: the wider checks permit all its rows. Its log of sign-ins cannot show the new kinds of
-- entries, which only this version and later ones write.

-- Sign-in with an OpenID Connect provider: its links are rows of credentials, with the issuer as provider_id.
ALTER TABLE security_events DROP CONSTRAINT security_events_event_check;
ALTER TABLE security_events ADD CONSTRAINT security_events_event_check CHECK (event IN (
  'signed_in', 'sign_in_failed', 'signed_out', 'session_ended', 'sessions_ended', 'password_changed',
  'password_refused', 'address_changed', 'key_created', 'key_first_used', 'key_revoked',
  'assistant_connected', 'assistant_disconnected', 'webhook_secret_changed', 'webhook_secret_deleted',
  'calendar_address_made', 'calendar_address_ended', 'passkey_added', 'passkey_removed', 'oidc_linked',
  'oidc_unlinked'));
ALTER TABLE security_events DROP CONSTRAINT security_events_by_check;
ALTER TABLE security_events ADD CONSTRAINT security_events_by_check CHECK (by IN (
  'password', 'session', 'operator', 'program', 'passkey', 'oidc'));
