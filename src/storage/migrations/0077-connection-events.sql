-- The version before runs: the wider check permits all its rows. Its log cannot show the new kinds of entries, which
-- only this version and later ones write.

-- Connections to outside services are entries of the security log.
ALTER TABLE security_events DROP CONSTRAINT security_events_event_check;
ALTER TABLE security_events ADD CONSTRAINT security_events_event_check CHECK (event IN (
  'signed_in', 'sign_in_failed', 'signed_out', 'session_ended', 'sessions_ended', 'password_changed',
  'password_refused', 'address_changed', 'key_created', 'key_first_used', 'key_revoked',
  'assistant_connected', 'assistant_disconnected', 'webhook_secret_changed', 'webhook_secret_deleted',
  'calendar_address_made', 'calendar_address_ended', 'passkey_added', 'passkey_removed', 'oidc_linked',
  'oidc_unlinked', 'connection_added', 'connection_key_changed', 'connection_removed'));
