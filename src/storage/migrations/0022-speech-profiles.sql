-- The voice of each user, as they recorded it.
CREATE TABLE speech_profiles (
  user_id    text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- Of the recording: a new one has another address.
  id         uuid NOT NULL,
  -- WAV, 16 kHz, without the silence: a better model makes a better print of it.
  audio      bytea NOT NULL,
  seconds    double precision NOT NULL,
  problems   jsonb NOT NULL,
  -- The voice print, and what made it.
  model         text NOT NULL,
  print_seconds double precision NOT NULL,
  statistics    bytea NOT NULL,
  created_at timestamptz NOT NULL
);
