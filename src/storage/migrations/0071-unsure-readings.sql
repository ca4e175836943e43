-- How sure the reading of a talk was, what the user was asked, and what the user decided.
ALTER TABLE action_items ADD COLUMN confidence real;
ALTER TABLE memories ADD COLUMN confidence real;

-- True when decisions keep the sentence that was judged.
ALTER TABLE users ADD COLUMN keeps_examples boolean NOT NULL DEFAULT false;

-- What was read with too little certainty, so the user is asked.
CREATE TABLE suggestions (
  user_id         text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id              uuid NOT NULL,
  conversation_id uuid NOT NULL,
  segment_id      uuid,
  kind            text NOT NULL CHECK (kind IN ('task', 'event', 'memory')),
  text            text NOT NULL,
  -- The start of an event, or the time at which a task is due.
  at              timestamptz,
  confidence      real NOT NULL,
  state           text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'kept', 'dropped')),
  -- The words of the user, if they differ.
  kept_as         text,
  created_at      timestamptz NOT NULL,
  decided_at      timestamptz,
  PRIMARY KEY (user_id, id),
  FOREIGN KEY (user_id, conversation_id) REFERENCES conversations (user_id, id) ON DELETE CASCADE
);
CREATE INDEX suggestions_of_conversation ON suggestions (user_id, conversation_id);
CREATE INDEX suggestions_open ON suggestions (user_id, created_at) WHERE state = 'open';

-- What the user decided about what was read: one row for each task, memory or suggestion.
CREATE TABLE reading_outcomes (
  user_id         text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- The id of what was judged.
  id              uuid NOT NULL,
  conversation_id uuid,
  kind            text NOT NULL CHECK (kind IN ('task', 'event', 'memory')),
  confidence      real NOT NULL,
  outcome         text NOT NULL CHECK (outcome IN ('kept', 'changed', 'dropped')),
  -- Only with the consent of the user, and without secrets.
  sentence        text,
  created_at      timestamptz NOT NULL,
  PRIMARY KEY (user_id, id),
  FOREIGN KEY (user_id, conversation_id) REFERENCES conversations (user_id, id) ON DELETE CASCADE
);
CREATE INDEX reading_outcomes_of_conversation ON reading_outcomes (user_id, conversation_id);
CREATE INDEX reading_outcomes_newest ON reading_outcomes (user_id, created_at);
