-- Records that programs bring from elsewhere: where they come from, their id there, and free data of the
-- program. Conversations have had a source since the beginning.
ALTER TABLE memories ADD COLUMN source text, ADD COLUMN external_id text, ADD COLUMN metadata jsonb;
ALTER TABLE action_items ADD COLUMN source text, ADD COLUMN external_id text, ADD COLUMN metadata jsonb;
ALTER TABLE conversations ADD COLUMN external_id text, ADD COLUMN metadata jsonb;

CREATE UNIQUE INDEX memories_by_external_id ON memories (user_id, external_id, coalesce(source, ''))
  WHERE external_id IS NOT NULL;
CREATE UNIQUE INDEX action_items_by_external_id ON action_items (user_id, external_id, coalesce(source, ''))
  WHERE external_id IS NOT NULL;
CREATE UNIQUE INDEX conversations_by_external_id ON conversations (user_id, external_id, source)
  WHERE external_id IS NOT NULL;
