-- What a photo is, is in conversations.photos, in the order they were taken; its bytes are here.
CREATE TABLE photo_files (
  user_id         text NOT NULL,
  id              uuid NOT NULL,
  conversation_id uuid NOT NULL,
  data            bytea NOT NULL,
  PRIMARY KEY (user_id, id),
  FOREIGN KEY (user_id, conversation_id) REFERENCES conversations (user_id, id) ON DELETE CASCADE
);
CREATE INDEX photo_files_by_conversation ON photo_files (user_id, conversation_id);
