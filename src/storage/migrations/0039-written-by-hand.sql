-- The fields that the user wrote: understanding the conversation again leaves them as they are.
-- `result:` and the id of a template stand for what the user wrote in the place of its summary.
ALTER TABLE conversations ADD COLUMN written text[] NOT NULL DEFAULT '{}';
