-- Users whose conversations are to be understood anew, because the rules understood them before
-- there was a language model.
CREATE TABLE renewals (
  user_id      text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  when_to_run  text NOT NULL CHECK (when_to_run IN ('at_night', 'now')),
  requested_at timestamptz NOT NULL,
  -- The work goes from the oldest conversation to the newest; this one was begun last.
  last_id      uuid
);
