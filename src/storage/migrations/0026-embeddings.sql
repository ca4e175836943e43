-- Vectors of what can be searched, while there is an embeddings endpoint: a row for each memory, action
-- item and conversation.
CREATE TABLE embeddings (
  user_id     text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind        text NOT NULL,
  group_id    uuid NOT NULL,
  model       text NOT NULL,
  dimensions  integer NOT NULL,
  -- Of the texts that the vectors are of: others say nothing any more.
  fingerprint bytea NOT NULL,
  -- Of each passage its first text and how many.
  passages    integer[] NOT NULL,
  -- Floats of 32 bits, one passage after the other.
  vectors     bytea NOT NULL,
  PRIMARY KEY (user_id, kind, group_id)
);

-- The model that vectors are wanted of; no row while there is none.
CREATE TABLE embedding_model (
  only_one   boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  model      text NOT NULL,
  dimensions integer
);

-- What has to be looked at. Only ever added to by writers, so that none waits for another.
CREATE TABLE embedding_queue (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id       text NOT NULL,
  kind          text NOT NULL,
  group_id      uuid NOT NULL,
  -- Somebody works on it until then.
  claimed_until timestamptz
);
CREATE INDEX embedding_queue_by_user ON embedding_queue (user_id, kind, group_id);

CREATE FUNCTION queue_embedding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM embedding_model) THEN
    INSERT INTO embedding_queue (user_id, kind, group_id)
    SELECT DISTINCT user_id, kind, item_id FROM changed WHERE kind NOT LIKE 'vectors:%';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER search_changes_inserted AFTER INSERT ON search_changes REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION queue_embedding();

-- What is deleted loses its vectors in the same transaction.
CREATE FUNCTION drop_embeddings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM embeddings e USING changed
  WHERE e.user_id = changed.user_id AND e.kind = TG_ARGV[0] AND e.group_id = changed.id;
  RETURN NULL;
END $$;
CREATE TRIGGER memories_embeddings_dropped AFTER DELETE ON memories REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION drop_embeddings('memories');
CREATE TRIGGER action_items_embeddings_dropped AFTER DELETE ON action_items REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION drop_embeddings('action_items');
CREATE TRIGGER conversations_embeddings_dropped AFTER DELETE ON conversations REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION drop_embeddings('conversations');
