-- Whom the user talks with.

CREATE TABLE people (
  user_id    text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id         uuid NOT NULL,
  name       text NOT NULL,
  -- SHA-256 of the name as people compare it: nobody is there twice.
  name_key   bytea NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, id),
  UNIQUE (user_id, name_key)
);

-- Until now there was nobody whom they could mean.
UPDATE segments SET person_id = NULL WHERE person_id IS NOT NULL;
ALTER TABLE segments ADD CONSTRAINT segments_person
  FOREIGN KEY (user_id, person_id) REFERENCES people (user_id, id) ON DELETE SET NULL (person_id);
CREATE INDEX segments_by_person ON segments (user_id, person_id) WHERE person_id IS NOT NULL;
