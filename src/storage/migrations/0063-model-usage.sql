-- What language models and embeddings cost outside the processing of conversations, whose rows have
-- their own counts.
CREATE TABLE model_usage (
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('chat', 'search', 'translations')),
  calls   bigint NOT NULL,
  tokens  bigint NOT NULL,
  PRIMARY KEY (user_id, purpose)
);
