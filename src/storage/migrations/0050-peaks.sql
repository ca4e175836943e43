-- The loudness of kept sound: one byte for each 300 ms, for pages that draw it.
ALTER TABLE audio_files ADD COLUMN peaks bytea NOT NULL DEFAULT '';
