-- What the speakers of a conversation sound like: numbers, never sound.
CREATE TABLE speaker_prints (
  user_id         text NOT NULL,
  conversation_id uuid NOT NULL,
  speaker_id      integer NOT NULL,
  model           text NOT NULL,
  print_seconds   double precision NOT NULL,
  statistics      bytea NOT NULL,
  PRIMARY KEY (user_id, conversation_id, speaker_id),
  FOREIGN KEY (user_id, conversation_id) REFERENCES conversations (user_id, id) ON DELETE CASCADE
);

-- What a person sounds like, from each conversation in which somebody said that it was them. It stays
-- when the conversation goes, as other knowledge does, and goes with the person.
CREATE TABLE person_prints (
  user_id         text NOT NULL,
  person_id       uuid NOT NULL,
  conversation_id uuid NOT NULL,
  speaker_id      integer NOT NULL,
  model           text NOT NULL,
  print_seconds   double precision NOT NULL,
  statistics      bytea NOT NULL,
  created_at      timestamptz NOT NULL,
  PRIMARY KEY (user_id, person_id, conversation_id, speaker_id),
  FOREIGN KEY (user_id, person_id) REFERENCES people (user_id, id) ON DELETE CASCADE
);

-- Whether its voice was held against those that are known.
ALTER TABLE segments ADD COLUMN voice_checked boolean NOT NULL DEFAULT false;
