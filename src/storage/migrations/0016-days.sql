-- What each day was about.
CREATE TABLE day_summaries (
  user_id    text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id         uuid NOT NULL,
  -- The user's own day.
  date       date NOT NULL,
  headline   text NOT NULL,
  overview   text NOT NULL,
  day_emoji  text NOT NULL,
  -- Statistics and lists, as they are answered.
  details    jsonb NOT NULL,
  -- Whether it was made of the whole day, after its end.
  whole      boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, id),
  UNIQUE (user_id, date)
);

-- A day is found by when its conversations began.
CREATE INDEX conversations_by_start ON conversations (user_id, (coalesce(started_at, created_at)));
