-- What a day leaves behind. Every key starts with user_id: no query can reach another user's rows
-- by forgetting a condition, and the distributed kin of PostgreSQL can shard by it.

CREATE TABLE conversations (
  user_id           text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id                uuid NOT NULL,
  -- Written by domains/conversations/lifecycle.ts and by nobody else.
  status            text NOT NULL CHECK (status IN ('in_progress', 'processing', 'completed', 'failed')),
  created_at        timestamptz NOT NULL,
  updated_at        timestamptz NOT NULL,
  started_at        timestamptz,
  finished_at       timestamptz,
  -- Of a live recording: silence after which it ends, and when it was last heard from.
  timeout_seconds   double precision,
  last_heard_at     timestamptz,
  -- The processing that owns the conversation now; an older one can no longer write its result.
  attempt           integer NOT NULL DEFAULT 0,
  forced            boolean NOT NULL DEFAULT false,
  failure           text,
  source            text NOT NULL DEFAULT 'unknown',
  language          text,
  title             text NOT NULL DEFAULT '',
  overview          text NOT NULL DEFAULT '',
  category          text NOT NULL DEFAULT 'other',
  emoji             text NOT NULL DEFAULT '🧠',
  events            jsonb NOT NULL DEFAULT '[]',
  -- Who understood it ('rules' or 'language-model'), and why the rules had to step in.
  understood_by     text,
  understood_note   text,
  model_calls       integer NOT NULL DEFAULT 0,
  model_tokens      integer NOT NULL DEFAULT 0,
  stt_provider      text,
  stt_quality       text,
  folder_id         uuid,
  geolocation       jsonb,
  discarded         boolean NOT NULL DEFAULT false,
  starred           boolean NOT NULL DEFAULT false,
  visibility        text NOT NULL DEFAULT 'private' CHECK (visibility IN ('private', 'shared', 'public')),
  photos            jsonb NOT NULL DEFAULT '[]',
  apps_results      jsonb NOT NULL DEFAULT '[]',
  external_data     jsonb,
  client_session_id text,
  PRIMARY KEY (user_id, id)
);
-- One live recording per user at a time.
CREATE UNIQUE INDEX conversations_one_live ON conversations (user_id) WHERE status = 'in_progress';
CREATE INDEX conversations_by_time ON conversations (user_id, created_at DESC, id DESC);
CREATE INDEX conversations_unfinished ON conversations (status, last_heard_at)
  WHERE status IN ('in_progress', 'processing');

CREATE TABLE segments (
  user_id         text NOT NULL,
  conversation_id uuid NOT NULL,
  id              uuid NOT NULL,
  text            text NOT NULL,
  speaker_id      integer NOT NULL DEFAULT 0,
  is_user         boolean NOT NULL DEFAULT false,
  person_id       uuid,
  -- Seconds from the start of the conversation.
  start_seconds   double precision NOT NULL,
  end_seconds     double precision NOT NULL,
  -- How sure the recogniser was, 0 to 1.
  confidence      real,
  words           jsonb NOT NULL DEFAULT '[]',
  stt_provider    text,
  PRIMARY KEY (user_id, conversation_id, id),
  FOREIGN KEY (user_id, conversation_id) REFERENCES conversations (user_id, id) ON DELETE CASCADE
);

CREATE TABLE action_items (
  user_id         text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id              uuid NOT NULL,
  description     text NOT NULL,
  completed       boolean NOT NULL DEFAULT false,
  completed_at    timestamptz,
  due_at          timestamptz,
  conversation_id uuid,
  segment_id      uuid,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX action_items_by_conversation ON action_items (user_id, conversation_id);
