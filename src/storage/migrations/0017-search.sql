-- What changed of the things that can be searched, so that indexes in memory follow the database: the
-- note is part of the transaction that wrote the row, and nobody can forget it.
CREATE TABLE search_changes (
  user_id    text NOT NULL,
  kind       text NOT NULL,
  item_id    uuid NOT NULL,
  -- The transaction. A reader asks for all from the oldest that was open when it looked last.
  xid        bigint NOT NULL,
  changed_at timestamptz NOT NULL
);
CREATE INDEX search_changes_by_user ON search_changes (user_id, kind, xid);

CREATE FUNCTION note_search_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_changes
  SELECT user_id, TG_ARGV[0], id, pg_current_xact_id()::text::bigint, now() FROM changed;
  RETURN NULL;
END $$;

-- A live recording is not searched; that it ended is a change of its status.
CREATE FUNCTION note_conversation_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_changes
  SELECT user_id, 'conversations', id, pg_current_xact_id()::text::bigint, now() FROM changed
  WHERE status <> 'in_progress';
  RETURN NULL;
END $$;

CREATE FUNCTION note_segment_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_changes
  SELECT DISTINCT changed.user_id, 'conversations', conversation_id,
    pg_current_xact_id()::text::bigint, now()
  FROM changed JOIN conversations c ON c.user_id = changed.user_id AND c.id = conversation_id
  WHERE c.status <> 'in_progress';
  RETURN NULL;
END $$;

CREATE TRIGGER memories_inserted AFTER INSERT ON memories REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_search_change('memories');
CREATE TRIGGER memories_updated AFTER UPDATE ON memories REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_search_change('memories');
CREATE TRIGGER memories_deleted AFTER DELETE ON memories REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_search_change('memories');

CREATE TRIGGER action_items_inserted AFTER INSERT ON action_items REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_search_change('action_items');
CREATE TRIGGER action_items_updated AFTER UPDATE ON action_items REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_search_change('action_items');
CREATE TRIGGER action_items_deleted AFTER DELETE ON action_items REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_search_change('action_items');

CREATE TRIGGER conversations_inserted AFTER INSERT ON conversations REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_conversation_change();
CREATE TRIGGER conversations_updated AFTER UPDATE ON conversations REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_conversation_change();
CREATE TRIGGER conversations_deleted AFTER DELETE ON conversations REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_conversation_change();

CREATE TRIGGER segments_inserted AFTER INSERT ON segments REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_segment_change();
CREATE TRIGGER segments_updated AFTER UPDATE ON segments REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_segment_change();
CREATE TRIGGER segments_deleted AFTER DELETE ON segments REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_segment_change();

-- Who has another name is found by it. (Who is deleted leaves their segments, which is a change of them.)
CREATE FUNCTION note_person_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_changes
  SELECT DISTINCT changed.user_id, 'conversations', s.conversation_id,
    pg_current_xact_id()::text::bigint, now()
  FROM changed JOIN segments s ON s.user_id = changed.user_id AND s.person_id = changed.id;
  RETURN NULL;
END $$;
CREATE TRIGGER people_updated AFTER UPDATE ON people REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_person_change();
