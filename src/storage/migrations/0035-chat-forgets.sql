-- The chat keeps nothing of what its user deletes.

ALTER TABLE chat_messages
  -- The client's app that the message belongs to.
  ADD COLUMN app_id text,
  -- Of an answer: its text in pieces, each with the conversations, memories and tasks it came from.
  ADD COLUMN parts jsonb NOT NULL DEFAULT '[]',
  -- All of those.
  ADD COLUMN sources text[] NOT NULL DEFAULT '{}';
CREATE INDEX chat_messages_by_source ON chat_messages USING gin (sources);
CREATE INDEX chat_messages_with_files ON chat_messages (user_id) WHERE file_ids <> '{}';

-- Questions are answered from events too.
CREATE INDEX conversations_with_events ON conversations (user_id) WHERE events <> '[]';

-- What came from something that is gone is replaced by a note; that it was cited goes too. Messages are
-- locked first, in one order: who had to wait works on what the other left, and no two wait for each
-- other.
CREATE FUNCTION forget_sources(whose text, gone text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM chat_messages WHERE user_id = whose AND sources && gone ORDER BY id FOR UPDATE;
  UPDATE chat_messages AS m SET (parts, text) = (
      SELECT jsonb_agg(part ORDER BY place), string_agg(part ->> 'text', '' ORDER BY place)
      FROM (
        SELECT place, CASE
          WHEN EXISTS (
            SELECT FROM jsonb_array_elements_text(piece -> 'from') AS f (id) WHERE id = ANY (gone))
          THEN jsonb_build_object('from', '[]'::jsonb, 'text',
            coalesce(substring(piece ->> 'text' FROM '^- '), '') || '[deleted]'
              || coalesce(substring(piece ->> 'text' FROM '\s+$'), ''))
          ELSE piece END AS part
        FROM jsonb_array_elements(m.parts) WITH ORDINALITY AS pieces (piece, place)
      ) AS told),
    sources = ARRAY(
      SELECT id FROM unnest(m.sources) WITH ORDINALITY AS s (id, place)
      WHERE id <> ALL (gone) ORDER BY place),
    conversation_ids = ARRAY(
      SELECT id FROM unnest(m.conversation_ids) WITH ORDINALITY AS c (id, place)
      WHERE id <> ALL (gone) ORDER BY place)
  WHERE user_id = whose AND sources && gone;
END $$;

CREATE FUNCTION forget_deleted_sources() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM forget_sources(user_id, array_agg(id::text)) FROM changed GROUP BY user_id;
  RETURN NULL;
END $$;
-- (Tasks are found again when a conversation is understood again: who deletes them for good says so.)
CREATE TRIGGER conversations_unquoted AFTER DELETE ON conversations
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION forget_deleted_sources();
CREATE TRIGGER memories_unquoted AFTER DELETE ON memories
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION forget_deleted_sources();

-- Files go with the last message that names them.
CREATE FUNCTION forget_files_of_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM chat_files AS f
  USING (SELECT DISTINCT user_id, unnest(file_ids) AS id FROM changed WHERE file_ids <> '{}') AS named
  WHERE f.user_id = named.user_id AND f.id = named.id::uuid AND NOT EXISTS (
    SELECT FROM chat_messages AS m
    WHERE m.user_id = f.user_id AND m.file_ids <> '{}' AND named.id = ANY (m.file_ids));
  RETURN NULL;
END $$;
CREATE TRIGGER chat_messages_deleted AFTER DELETE ON chat_messages
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION forget_files_of_messages();

-- Where an answer comes from stands beside it, and not in its text as [1].
UPDATE chat_messages SET text = regexp_replace(text, ' ?\[\d+\]', '', 'g')
WHERE sender = 'ai' AND conversation_ids <> '{}';

-- Of older answers only their conversations are known, and not what of the text came from which.
UPDATE chat_messages SET
  sources = conversation_ids,
  parts = jsonb_build_array(jsonb_build_object('text', text, 'from', to_jsonb(conversation_ids)))
WHERE conversation_ids <> '{}';
SELECT forget_sources(user_id, array_agg(id))
FROM (SELECT DISTINCT user_id, unnest(sources) AS id FROM chat_messages) AS cited
WHERE NOT EXISTS (
  SELECT FROM conversations AS c WHERE c.user_id = cited.user_id AND c.id::text = cited.id)
GROUP BY user_id;
