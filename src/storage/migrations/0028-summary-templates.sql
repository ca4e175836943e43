-- How the user wants conversations summed up. Rows of the shipped templates say only when they run.

CREATE TABLE summary_templates (
  user_id    text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id         text NOT NULL,
  name       text,
  prompt     text,
  runs       text NOT NULL CHECK (runs IN ('always', 'on_demand')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, id),
  CHECK (num_nulls(name, prompt) IN (0, 2))
);
