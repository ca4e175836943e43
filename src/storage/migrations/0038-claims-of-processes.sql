-- A claim tells its process, so that the next one in its place can release what it left.
ALTER TABLE idempotent_answers ADD COLUMN claimed_by uuid;
