-- Sound of it waits to be written down: it is not processed before its words are there.
ALTER TABLE conversations ADD COLUMN words_pending boolean NOT NULL DEFAULT false;

-- How much of a device's stream is safe here, so that it sends the rest again after a break.
CREATE TABLE audio_streams (
  user_id    text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- The device's own name for its stream.
  id         text NOT NULL,
  -- The session that takes it now; a newer one takes over.
  session_id uuid NOT NULL,
  -- Messages of sound that are safe.
  messages   bigint NOT NULL,
  -- When the last of them was spoken.
  spoken_at  timestamptz,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX audio_streams_by_age ON audio_streams (updated_at);
