-- A closed fact was true `until` then. Lists, search and assistants leave it out.
ALTER TABLE memories ADD COLUMN until timestamptz;

-- The former wordings of a memory, and the times at which it was closed before.
CREATE TABLE memory_versions (
  user_id    text NOT NULL,
  memory_id  uuid NOT NULL,
  id         uuid NOT NULL DEFAULT gen_random_uuid(),
  changed_at timestamptz NOT NULL,
  content    text NOT NULL,
  until      timestamptz,
  PRIMARY KEY (user_id, memory_id, id),
  FOREIGN KEY (user_id, memory_id) REFERENCES memories (user_id, id) ON DELETE CASCADE
);

-- A day shows the facts that were learned on it, without closed ones.
DROP TRIGGER memories_day_updated ON memories;
CREATE TRIGGER memories_day_updated AFTER UPDATE ON memories
  FOR EACH ROW WHEN (
    (OLD.content, OLD.user_review, OLD.until, OLD.conversation_id) IS DISTINCT FROM
    (NEW.content, NEW.user_review, NEW.until, NEW.conversation_id))
  EXECUTE FUNCTION note_day_of_memory();
