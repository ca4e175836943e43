-- The home of the job queue, whose tables pg-boss keeps. Made here, because two processes that start
-- together would collide on it there.
CREATE SCHEMA IF NOT EXISTS jobs;
