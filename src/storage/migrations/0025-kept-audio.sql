-- Whether the user wants the sound of conversations kept; null: as the operator set it up.
ALTER TABLE users ADD COLUMN keep_audio boolean;

-- What was heard without a gap, as an Ogg Opus file in pieces.
CREATE TABLE audio_files (
  user_id         text NOT NULL,
  id              uuid NOT NULL,
  conversation_id uuid NOT NULL,
  -- 0 is the owner's microphone.
  channel         int NOT NULL,
  started_at      timestamptz NOT NULL,
  seconds         double precision NOT NULL DEFAULT 0,
  size            bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id),
  FOREIGN KEY (user_id, conversation_id) REFERENCES conversations (user_id, id) ON DELETE CASCADE
);
CREATE INDEX audio_files_of_conversation ON audio_files (user_id, conversation_id);
CREATE INDEX audio_files_by_age ON audio_files (started_at);

CREATE TABLE audio_pieces (
  user_id  text NOT NULL,
  audio_id uuid NOT NULL,
  -- Where in the file it begins, in bytes.
  place    bigint NOT NULL,
  data     bytea NOT NULL,
  PRIMARY KEY (user_id, audio_id, place),
  FOREIGN KEY (user_id, audio_id) REFERENCES audio_files (user_id, id) ON DELETE CASCADE
);
