-- Files that a process has on its disk and that must survive the disk: sound without words, imports and uploads
-- (docs/decisions/0023-any-disk-may-vanish.md).
-- The version before runs: it keeps them on its disk only, and knows none of these tables.

-- The processes of this service.
CREATE TABLE waiting_holders (
  id        uuid PRIMARY KEY,
  seen_at   timestamptz NOT NULL,
  -- All sound that the process had accepted by this time, of its own clock, is here.
  copied_at timestamptz,
  -- Another process has taken over its files, because it was not seen.
  replaced  boolean NOT NULL DEFAULT false
);

-- A process that was replaced must not store the words of its sound. Users may not read the processes, so this runs
-- with the rights of its owner.
-- The version before runs: it does not call it.
CREATE FUNCTION is_replaced(process uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT EXISTS (SELECT FROM waiting_holders WHERE id = process AND replaced)
$$;

CREATE TABLE waiting_files (
  user_id         text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id              uuid NOT NULL UNIQUE,
  kind            text NOT NULL CHECK (kind IN ('sound', 'import', 'upload')),
  about           jsonb NOT NULL,
  -- The process that works with the file; null when any process may.
  holder          uuid,
  -- False while its holder fetches it from here.
  is_fetched      boolean NOT NULL DEFAULT true,
  -- The conversation of the newest sound.
  conversation_id uuid,
  -- Set when the first holder had vanished: its `copied_at`.
  lost_from       timestamptz,
  created_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id)
);
CREATE INDEX waiting_files_by_holder ON waiting_files (holder);
CREATE INDEX waiting_files_by_kind ON waiting_files (user_id, kind);

CREATE TABLE waiting_pieces (
  user_id text NOT NULL,
  file_id uuid NOT NULL,
  -- The name in the folder of the file.
  path    text NOT NULL,
  -- The bytes of the original that the piece stands for. It has fewer when silence was left out.
  place   bigint NOT NULL,
  until   bigint NOT NULL,
  bytes   integer NOT NULL,
  -- The bytes, or the object in the store that has them.
  data    bytea,
  name    uuid,
  key     bytea,
  PRIMARY KEY (user_id, file_id, path, place),
  CHECK (num_nonnulls(data, name) = 1 AND num_nonnulls(name, key) <> 1),
  FOREIGN KEY (user_id, file_id) REFERENCES waiting_files (user_id, id) ON DELETE CASCADE
);
CREATE INDEX waiting_pieces_by_name ON waiting_pieces (name) WHERE name IS NOT NULL;
-- The version before runs: it has no rows here.
CREATE TRIGGER waiting_pieces_deleted AFTER DELETE ON waiting_pieces
  FOR EACH ROW WHEN (OLD.name IS NOT NULL) EXECUTE FUNCTION note_unused_object();
