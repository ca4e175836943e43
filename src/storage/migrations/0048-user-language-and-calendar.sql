-- How the user writes and counts days.
ALTER TABLE users
  ADD COLUMN language text,
  ADD COLUMN week_start text NOT NULL DEFAULT 'monday' CHECK (week_start IN ('monday', 'sunday', 'saturday')),
  ADD COLUMN due_hour integer CHECK (due_hour BETWEEN 0 AND 23);
