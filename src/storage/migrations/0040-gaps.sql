-- Sound without words is shown as gaps; a conversation waits for its words for a while only.
ALTER TABLE conversations
  -- Stretches without words: {journal, start, end, reason}, in seconds of the conversation.
  ADD COLUMN gaps jsonb NOT NULL DEFAULT '[]',
  -- When the wait for its words began, or last came forward.
  ADD COLUMN words_since timestamptz,
  -- When a process last said that it holds the sound.
  ADD COLUMN words_expected_at timestamptz;
CREATE INDEX conversations_waiting_for_words ON conversations (words_expected_at) WHERE words_pending;
UPDATE conversations SET words_since = updated_at, words_expected_at = updated_at WHERE words_pending;

-- Journals of sound whose words are stored, until their folders are gone: a crash in between writes
-- nothing down twice.
CREATE TABLE heard_journals (
  user_id  text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  journal  text NOT NULL,
  heard_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, journal)
);
