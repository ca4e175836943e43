-- Understanding a conversation again brings nothing back that the user took away: prints of wordings as
-- they were heard (docs/decisions/0006-taken-away.md).
ALTER TABLE action_items ADD COLUMN heard_as bytea;
ALTER TABLE memories ADD COLUMN heard_as bytea;
CREATE INDEX memories_rejected ON memories (user_id, id) WHERE user_review = false;

-- What the user deleted of what a conversation left; a print holds a salt, so no two are the same.
CREATE TABLE dismissed (
  user_id         text NOT NULL,
  conversation_id uuid NOT NULL,
  kind            text NOT NULL CHECK (kind IN ('action_item', 'memory')),
  heard_as        bytea NOT NULL,
  PRIMARY KEY (user_id, conversation_id, kind, heard_as),
  FOREIGN KEY (user_id, conversation_id) REFERENCES conversations (user_id, id) ON DELETE CASCADE
);
