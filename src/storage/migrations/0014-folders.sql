-- Where conversations are kept.

CREATE TABLE folders (
  user_id          text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id               uuid NOT NULL,
  name             text NOT NULL,
  -- SHA-256 of the name as people compare it: no two that differ only in capitals or spaces.
  name_key         bytea NOT NULL,
  description      text,
  color            text NOT NULL,
  icon             text NOT NULL,
  "order"          integer NOT NULL,
  -- It takes the conversations of folders that are deleted.
  is_default       boolean NOT NULL DEFAULT false,
  -- Given to everybody; it keeps its name and stays.
  is_system        boolean NOT NULL DEFAULT false,
  -- Conversations of this category go here by themselves.
  category_mapping text,
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  PRIMARY KEY (user_id, id),
  UNIQUE (user_id, name_key)
);

-- Until now nothing could set it.
UPDATE conversations SET folder_id = NULL WHERE folder_id IS NOT NULL;
ALTER TABLE conversations ADD CONSTRAINT conversations_folder
  FOREIGN KEY (user_id, folder_id) REFERENCES folders (user_id, id) ON DELETE SET NULL (folder_id);
CREATE INDEX conversations_by_folder ON conversations (user_id, folder_id, created_at DESC, id DESC)
  WHERE folder_id IS NOT NULL;
