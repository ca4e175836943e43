-- When the user signed in from whom a token came: however often it is refreshed, it ends.
ALTER TABLE grant_tokens ADD COLUMN signed_in_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE grant_tokens ALTER COLUMN signed_in_at DROP DEFAULT;

-- What an assistant may do is what its tokens may do.
ALTER TABLE grants DROP COLUMN scopes;
