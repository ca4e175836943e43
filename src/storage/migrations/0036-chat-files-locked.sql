-- A message that is being stored holds its files FOR KEY SHARE. The deletion locks them in a
-- statement of its own; the next statement sees the messages that it waited for.
CREATE OR REPLACE FUNCTION forget_files_of_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM chat_files AS f
  WHERE (f.user_id, f.id::text) IN (SELECT user_id, unnest(file_ids) FROM changed)
  ORDER BY f.id FOR UPDATE;
  DELETE FROM chat_files AS f
  USING (SELECT DISTINCT user_id, unnest(file_ids) AS id FROM changed WHERE file_ids <> '{}') AS named
  WHERE f.user_id = named.user_id AND f.id = named.id::uuid AND NOT EXISTS (
    SELECT FROM chat_messages AS m
    WHERE m.user_id = f.user_id AND m.file_ids <> '{}' AND named.id = ANY (m.file_ids));
  RETURN NULL;
END $$;
