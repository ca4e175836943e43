-- Limits of one user that replace SVC_QUOTA_…. NULL: the setting holds; 'Infinity': no limit.
CREATE TABLE user_quotas (
  user_id           text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  sound_bytes       double precision CHECK (sound_bytes >= 0),
  listening_seconds double precision CHECK (listening_seconds >= 0)
);
