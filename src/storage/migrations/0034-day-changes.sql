-- Moments of days whose summaries may not be true any more. Noted in the transaction that changed
-- something, only ever added to by writers, so that none waits for another. Which day of the user a
-- moment is in is decided when it is looked at, in the zone of the user at that time.
CREATE TABLE day_changes (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id  text NOT NULL,
  at       timestamptz NOT NULL,
  -- Not looked at before then: somebody works on it, or the day is not over.
  ready_at timestamptz NOT NULL DEFAULT '-infinity'
);
CREATE INDEX day_changes_by_time ON day_changes (at);
CREATE INDEX day_changes_by_user ON day_changes (user_id, at);

CREATE FUNCTION note_day_of_conversation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO day_changes (user_id, at)
    VALUES (OLD.user_id, coalesce(OLD.started_at, OLD.created_at));
  END IF;
  IF TG_OP = 'INSERT' OR (TG_OP = 'UPDATE' AND coalesce(NEW.started_at, NEW.created_at)
      <> coalesce(OLD.started_at, OLD.created_at)) THEN
    INSERT INTO day_changes (user_id, at)
    VALUES (NEW.user_id, coalesce(NEW.started_at, NEW.created_at));
  END IF;
  RETURN NULL;
END $$;
-- What is not understood yet is in no summary.
CREATE TRIGGER conversations_day_inserted AFTER INSERT ON conversations
  FOR EACH ROW WHEN (NEW.status = 'completed') EXECUTE FUNCTION note_day_of_conversation();
CREATE TRIGGER conversations_day_updated AFTER UPDATE ON conversations
  FOR EACH ROW WHEN (NEW.status <> 'in_progress' AND (
    (OLD.status, OLD.discarded, OLD.starred, OLD.started_at, OLD.finished_at, OLD.title,
      OLD.overview, OLD.emoji, OLD.events, OLD.geolocation) IS DISTINCT FROM
    (NEW.status, NEW.discarded, NEW.starred, NEW.started_at, NEW.finished_at, NEW.title,
      NEW.overview, NEW.emoji, NEW.events, NEW.geolocation)))
  EXECUTE FUNCTION note_day_of_conversation();
CREATE TRIGGER conversations_day_deleted AFTER DELETE ON conversations
  FOR EACH ROW WHEN (OLD.status <> 'in_progress') EXECUTE FUNCTION note_day_of_conversation();

-- A task is told on the day it was heard, or written down by hand, and on the day it is due.
CREATE FUNCTION note_days_of_item(item action_items) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO day_changes (user_id, at)
  SELECT item.user_id, item.due_at WHERE item.due_at IS NOT NULL
  UNION
  SELECT item.user_id, item.created_at WHERE item.conversation_id IS NULL
  UNION
  SELECT user_id, coalesce(started_at, created_at) FROM conversations
  WHERE user_id = item.user_id AND id = item.conversation_id;
END $$;
CREATE FUNCTION note_day_of_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM note_days_of_item(OLD); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM note_days_of_item(NEW); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER action_items_day_noted AFTER INSERT OR DELETE ON action_items
  FOR EACH ROW EXECUTE FUNCTION note_day_of_item();
CREATE TRIGGER action_items_day_updated AFTER UPDATE ON action_items
  FOR EACH ROW WHEN (
    (OLD.description, OLD.completed, OLD.due_at, OLD.conversation_id) IS DISTINCT FROM
    (NEW.description, NEW.completed, NEW.due_at, NEW.conversation_id))
  EXECUTE FUNCTION note_day_of_item();

CREATE FUNCTION note_day_of_memory() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO day_changes (user_id, at)
  SELECT user_id, coalesce(started_at, created_at) FROM conversations
  WHERE (TG_OP <> 'INSERT' AND user_id = OLD.user_id AND id = OLD.conversation_id)
    OR (TG_OP <> 'DELETE' AND user_id = NEW.user_id AND id = NEW.conversation_id);
  RETURN NULL;
END $$;
CREATE TRIGGER memories_day_inserted AFTER INSERT ON memories
  FOR EACH ROW WHEN (NEW.conversation_id IS NOT NULL) EXECUTE FUNCTION note_day_of_memory();
CREATE TRIGGER memories_day_updated AFTER UPDATE ON memories
  FOR EACH ROW WHEN (
    (OLD.content, OLD.user_review, OLD.conversation_id) IS DISTINCT FROM
    (NEW.content, NEW.user_review, NEW.conversation_id))
  EXECUTE FUNCTION note_day_of_memory();
CREATE TRIGGER memories_day_deleted AFTER DELETE ON memories
  FOR EACH ROW WHEN (OLD.conversation_id IS NOT NULL) EXECUTE FUNCTION note_day_of_memory();

-- Every day there is, and every day that has a summary: whatever the zone, midnight or noon of UTC is
-- in it.
CREATE FUNCTION note_all_days_of(whose text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO day_changes (user_id, at)
  SELECT user_id, coalesce(started_at, created_at) FROM conversations
  WHERE user_id = whose AND status = 'completed' AND NOT discarded
  UNION
  SELECT user_id, (date + hour) AT TIME ZONE 'UTC'
  FROM day_summaries, (VALUES (time '00:00'), (time '12:00')) AS hours (hour)
  WHERE user_id = whose;
END $$;

-- In another zone days have other bounds.
CREATE FUNCTION note_zone_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE day_changes SET ready_at = '-infinity' WHERE user_id = NEW.id AND ready_at > '-infinity';
  PERFORM note_all_days_of(NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER users_zone_changed AFTER UPDATE ON users
  FOR EACH ROW WHEN (OLD.timezone IS DISTINCT FROM NEW.timezone) EXECUTE FUNCTION note_zone_change();

-- What was told before had no summary when it was long ago, and kept one when it was deleted.
SELECT note_all_days_of(id) FROM users;
