-- Browsers that want notifications (Web Push). Each belongs to the session of its browser, so signing out ends it.
CREATE TABLE push_subscriptions (
  user_id       text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id            uuid NOT NULL,
  session_id    text NOT NULL UNIQUE REFERENCES sessions (id) ON DELETE CASCADE,
  -- SHA-256 of the address: a browser has one subscription, whoever is signed in.
  address_hash  bytea NOT NULL UNIQUE,
  -- The address and the keys of the browser, sealed with the secret of the service.
  sealed        bytea NOT NULL,
  user_agent    text,
  language      text NOT NULL CHECK (language IN ('en', 'de')),
  -- What the user wants to be told: tasks that are due, and the summary of the day.
  tasks         boolean NOT NULL,
  days          boolean NOT NULL,
  -- The hour of the day, in the time zone of the user, and when it is next reached in that time zone.
  hour          integer NOT NULL CHECK (hour BETWEEN 0 AND 23),
  timezone      text NOT NULL,
  next_hour_at  timestamptz NOT NULL,
  -- Since then, the push service has accepted nothing.
  failing_since timestamptz,
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX push_subscriptions_by_hour ON push_subscriptions (next_hour_at);

-- Both the queue and the memory of what was sent. The content is read when it is sent.
CREATE TABLE push_messages (
  user_id         text NOT NULL,
  id              uuid NOT NULL,
  subscription_id uuid NOT NULL,
  kind            text NOT NULL CHECK (kind IN ('task', 'tasks', 'day')),
  -- The id of a task, or a day.
  subject         text NOT NULL,
  due_at          timestamptz NOT NULL,
  status          text NOT NULL CHECK (status IN ('pending', 'delivered', 'failed', 'cancelled')),
  attempts        integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  claimed_until   timestamptz,
  expires_at      timestamptz NOT NULL,
  PRIMARY KEY (user_id, id),
  UNIQUE (user_id, subscription_id, kind, subject, due_at),
  FOREIGN KEY (user_id, subscription_id) REFERENCES push_subscriptions (user_id, id) ON DELETE CASCADE
);
CREATE INDEX push_messages_pending ON push_messages (next_attempt_at) WHERE status = 'pending';
CREATE INDEX push_messages_by_due ON push_messages (due_at);

CREATE INDEX action_items_due ON action_items (user_id, due_at) WHERE due_at IS NOT NULL AND NOT completed;
