-- What an assistant wrote about the conversation, until it is processed.
ALTER TABLE conversations ADD COLUMN draft jsonb;
