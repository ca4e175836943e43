-- Kept sound and photos rest in a store for files; the rows here name them
-- (docs/decisions/0022-files-rest-in-a-store.md).
-- The version before runs: it keeps sound and photos in the database as before. It finds no sound that this version
-- has moved, and shows moved photos as empty pictures.

CREATE TABLE stored_objects (
  -- The name of the object in the store.
  name          uuid PRIMARY KEY,
  user_id       text NOT NULL,
  -- Holds the first `bytes` bytes of this file of sound. Later ones are in audio_pieces.
  audio_id      uuid,
  -- Holds this photo, whose `data` is then empty.
  photo_id      uuid,
  -- The length and the SHA-256 of the content before its encryption.
  bytes         bigint NOT NULL,
  sha256        bytea NOT NULL,
  -- Encrypts this object alone, so it becomes unreadable when the row is deleted.
  key           bytea NOT NULL,
  stored_at     timestamptz NOT NULL DEFAULT now(),
  -- When an examination did not find the object in the store.
  missing_since timestamptz,
  CHECK (num_nonnulls(audio_id, photo_id) = 1),
  UNIQUE (user_id, audio_id),
  UNIQUE (user_id, photo_id),
  FOREIGN KEY (user_id, audio_id) REFERENCES audio_files (user_id, id) ON DELETE CASCADE,
  FOREIGN KEY (user_id, photo_id) REFERENCES photo_files (user_id, id) ON DELETE CASCADE
);

CREATE INDEX stored_objects_by_time ON stored_objects (stored_at);
CREATE INDEX stored_objects_missing ON stored_objects (missing_since) WHERE missing_since IS NOT NULL;

-- Objects that no row names: those that are just being written, and those whose row was deleted.
CREATE TABLE unused_objects (
  name      uuid PRIMARY KEY,
  -- The row whose bytes a process moves into the object. Others do not move them meanwhile.
  owner_id  uuid UNIQUE,
  delete_at timestamptz NOT NULL
);
CREATE INDEX unused_objects_by_time ON unused_objects (delete_at);

-- Users delete rows, and may not write the table of unused objects, so this runs with the rights of its owner.
CREATE FUNCTION note_unused_object() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  -- A backup may still read an object that another one has replaced.
  INSERT INTO unused_objects (name, delete_at)
  VALUES (OLD.name, now() + CASE TG_OP WHEN 'UPDATE' THEN interval '1 day' ELSE interval '0' END)
  ON CONFLICT (name) DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER stored_objects_deleted AFTER DELETE ON stored_objects
  FOR EACH ROW EXECUTE FUNCTION note_unused_object();
CREATE TRIGGER stored_objects_replaced AFTER UPDATE OF name ON stored_objects
  FOR EACH ROW WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION note_unused_object();

-- The photos that are not in the store yet.
CREATE INDEX photo_files_to_move ON photo_files (user_id, id) WHERE octet_length(data) > 0;

-- The id of the store that this database uses, as the marker in the store says it.
ALTER TABLE installation ADD COLUMN files_id uuid;
-- Objects that were stored before this time get another key.
ALTER TABLE installation ADD COLUMN files_rotated_at timestamptz;
