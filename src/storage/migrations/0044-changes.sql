-- One log of everything that changes: the search reads it, and so does the feed of changes for programs.
ALTER TABLE search_changes RENAME TO changes;
ALTER TABLE search_horizon RENAME TO change_horizon;
ALTER TRIGGER search_changes_inserted ON changes RENAME TO changes_inserted;
ALTER TABLE changes ALTER COLUMN item_id TYPE text;
DROP INDEX search_changes_by_user;
CREATE INDEX changes_by_user ON changes (user_id, xid, kind, item_id);
ALTER INDEX search_changes_by_time RENAME TO changes_by_time;

-- Numbers of transactions mean nothing in a restored dump, so the log gets a new name there. The system
-- column xmin of this row is the transaction that wrote it, in the database where it was written.
CREATE TABLE change_log (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  name     text NOT NULL,
  xid      bigint NOT NULL DEFAULT pg_current_xact_id()::text::bigint
);
INSERT INTO change_log (name) VALUES (left(md5(random()::text || clock_timestamp()::text), 8));

CREATE OR REPLACE FUNCTION note_search_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes
  SELECT user_id, TG_ARGV[0], id, pg_current_xact_id()::text::bigint, now() FROM changed;
  RETURN NULL;
END $$;
ALTER FUNCTION note_search_change() RENAME TO note_change;

-- The search leaves out live conversations, so they are noted as another kind.
CREATE FUNCTION kind_of_conversation(status text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE status WHEN 'in_progress' THEN 'live_conversations' ELSE 'conversations' END
$$;

CREATE OR REPLACE FUNCTION note_conversation_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes
  SELECT user_id, kind_of_conversation(status), id, pg_current_xact_id()::text::bigint, now()
  FROM changed;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION note_segment_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes
  SELECT DISTINCT changed.user_id, kind_of_conversation(c.status), conversation_id::text,
    pg_current_xact_id()::text::bigint, now()
  FROM changed JOIN conversations c ON c.user_id = changed.user_id AND c.id = conversation_id;
  RETURN NULL;
END $$;

-- The answer about a person contains some of their words.
CREATE FUNCTION note_people_of_segments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes
  SELECT DISTINCT user_id, 'people', person_id::text, pg_current_xact_id()::text::bigint, now()
  FROM changed WHERE person_id IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER segments_people_inserted AFTER INSERT ON segments REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_people_of_segments();
CREATE TRIGGER segments_people_updated AFTER UPDATE ON segments REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_people_of_segments();
CREATE TRIGGER segments_people_changed AFTER UPDATE ON segments REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_people_of_segments();
CREATE TRIGGER segments_people_deleted AFTER DELETE ON segments REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_people_of_segments();

CREATE OR REPLACE FUNCTION note_person_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes
  SELECT DISTINCT changed.user_id, 'conversations', s.conversation_id::text,
    pg_current_xact_id()::text::bigint, now()
  FROM changed JOIN segments s ON s.user_id = changed.user_id AND s.person_id = changed.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION note_user_name_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes
  SELECT DISTINCT NEW.id, 'conversations', s.conversation_id::text,
    pg_current_xact_id()::text::bigint, now()
  FROM segments s WHERE s.user_id = NEW.id AND s.is_user;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION queue_embedding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM embedding_model) THEN
    INSERT INTO embedding_queue (user_id, kind, group_id)
    SELECT DISTINCT user_id, kind, item_id::uuid FROM changed
    WHERE kind IN ('memories', 'action_items', 'conversations');
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION note_vectors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes
  SELECT user_id, 'vectors:' || kind, group_id, pg_current_xact_id()::text::bigint, now() FROM changed;
  RETURN NULL;
END $$;
CREATE TRIGGER embeddings_inserted AFTER INSERT ON embeddings REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_vectors();
CREATE TRIGGER embeddings_updated AFTER UPDATE ON embeddings REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_vectors();

-- The answer about a conversation contains its action items and the name of its folder.
CREATE FUNCTION note_conversation_of_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes
  SELECT DISTINCT user_id, 'items_of_conversations', conversation_id::text,
    pg_current_xact_id()::text::bigint, now()
  FROM changed WHERE conversation_id IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER action_items_conversation_inserted AFTER INSERT ON action_items
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_conversation_of_item();
CREATE TRIGGER action_items_conversation_updated AFTER UPDATE ON action_items
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_conversation_of_item();
CREATE TRIGGER action_items_conversation_deleted AFTER DELETE ON action_items
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_conversation_of_item();

CREATE FUNCTION note_conversations_of_folder() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes
  SELECT c.user_id, 'items_of_conversations', c.id, pg_current_xact_id()::text::bigint, now()
  FROM conversations c WHERE c.user_id = NEW.user_id AND c.folder_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER folders_renamed AFTER UPDATE OF name ON folders
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION note_conversations_of_folder();

CREATE TRIGGER goals_inserted AFTER INSERT ON goals REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_change('goals');
CREATE TRIGGER goals_updated AFTER UPDATE ON goals REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_change('goals');
CREATE TRIGGER goals_deleted AFTER DELETE ON goals REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_change('goals');

CREATE TRIGGER people_noted_inserted AFTER INSERT ON people REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_change('people');
CREATE TRIGGER people_noted_updated AFTER UPDATE ON people REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_change('people');
CREATE TRIGGER people_noted_deleted AFTER DELETE ON people REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_change('people');

CREATE TRIGGER folders_inserted AFTER INSERT ON folders REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_change('folders');
CREATE TRIGGER folders_updated AFTER UPDATE ON folders REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_change('folders');
CREATE TRIGGER folders_deleted AFTER DELETE ON folders REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_change('folders');

CREATE TRIGGER day_summaries_inserted AFTER INSERT ON day_summaries REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_change('day_summaries');
CREATE TRIGGER day_summaries_updated AFTER UPDATE ON day_summaries REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_change('day_summaries');
CREATE TRIGGER day_summaries_deleted AFTER DELETE ON day_summaries REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_change('day_summaries');

CREATE TRIGGER summary_templates_inserted AFTER INSERT ON summary_templates REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_change('summary_templates');
CREATE TRIGGER summary_templates_updated AFTER UPDATE ON summary_templates REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_change('summary_templates');
CREATE TRIGGER summary_templates_deleted AFTER DELETE ON summary_templates REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_change('summary_templates');

CREATE TRIGGER chat_sessions_inserted AFTER INSERT ON chat_sessions REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_change('chat_sessions');
CREATE TRIGGER chat_sessions_updated AFTER UPDATE ON chat_sessions REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_change('chat_sessions');
CREATE TRIGGER chat_sessions_deleted AFTER DELETE ON chat_sessions REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_change('chat_sessions');

CREATE TRIGGER chat_messages_inserted AFTER INSERT ON chat_messages REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_change('chat_messages');
CREATE TRIGGER chat_messages_updated AFTER UPDATE ON chat_messages REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_change('chat_messages');
CREATE TRIGGER chat_messages_noted_deleted AFTER DELETE ON chat_messages REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_change('chat_messages');
