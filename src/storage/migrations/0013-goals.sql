-- What the user works toward.

CREATE TABLE goals (
  user_id          text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id               text NOT NULL,
  title            text NOT NULL,
  desired_outcome  text NOT NULL,
  why_it_matters   text,
  success_criteria text[] NOT NULL,
  horizon_at       timestamptz,
  status           text NOT NULL CHECK (status IN ('background', 'focused', 'paused', 'achieved', 'abandoned')),
  focus_rank       integer,
  source           text NOT NULL CHECK (source IN ('user', 'ai_suggested', 'imported')),
  -- The metric: a goal has all of it or none of it.
  goal_type        text CHECK (goal_type IN ('boolean', 'scale', 'numeric')),
  target_value     double precision,
  current_value    double precision,
  min_value        double precision,
  max_value        double precision,
  unit             text,
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  PRIMARY KEY (user_id, id),
  CHECK (num_nulls(goal_type, target_value, current_value) IN (0, 3)),
  CHECK (goal_type IS NOT NULL OR num_nonnulls(min_value, max_value, unit) = 0),
  CHECK (min_value <= max_value)
);
CREATE INDEX goals_by_time ON goals (user_id, created_at DESC, id DESC);

-- The last value of each day. The day is the user's own when it was written, and stays that day
-- wherever the user lives later.
CREATE TABLE goal_history (
  user_id     text NOT NULL,
  goal_id     text NOT NULL,
  date        date NOT NULL,
  value       double precision NOT NULL,
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, goal_id, date),
  FOREIGN KEY (user_id, goal_id) REFERENCES goals (user_id, id) ON DELETE CASCADE
);
