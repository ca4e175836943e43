-- What the voice check says of a segment: surely the owner's voice, probably, or not theirs. Null where
-- the check decides nothing: no profile counts, a number stands for one voice, or a person has said it.
ALTER TABLE segments ADD COLUMN voice_verdict text
  CHECK (voice_verdict IN ('owner', 'probable', 'other'));

-- What each segment sounds like: numbers, never sound. The whole conversation is judged by them.
CREATE TABLE segment_prints (
  user_id         text NOT NULL,
  conversation_id uuid NOT NULL,
  segment_id      uuid NOT NULL,
  model           text NOT NULL,
  print_seconds   double precision NOT NULL,
  statistics      bytea NOT NULL,
  PRIMARY KEY (user_id, conversation_id, segment_id),
  FOREIGN KEY (user_id, conversation_id, segment_id)
    REFERENCES segments (user_id, conversation_id, id) ON DELETE CASCADE
);
