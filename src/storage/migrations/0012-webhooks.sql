-- What the service tells other services.

CREATE TABLE webhooks (
  user_id       text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  type          text NOT NULL
                CHECK (type IN ('memory_created', 'realtime_transcript', 'audio_bytes', 'day_summary')),
  url           text NOT NULL,
  -- Of audio_bytes: how much sound one delivery carries.
  seconds       integer NOT NULL DEFAULT 5,
  enabled       boolean NOT NULL,
  enabled_at    timestamptz NOT NULL,
  -- The newest event of the outbox of which deliveries were made.
  last_event_id bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, type)
);

CREATE TABLE webhook_secrets (
  user_id        text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- Sealed with the secret of the service: it must be read to sign, but not from a stolen copy.
  secret         bytea NOT NULL,
  -- The one before signs as well until then.
  previous       bytea,
  previous_until timestamptz,
  created_at     timestamptz NOT NULL
);

-- Both the queue and its history.
CREATE TABLE webhook_deliveries (
  user_id         text NOT NULL,
  id              uuid NOT NULL,
  type            text NOT NULL,
  event_id        bigint,
  payload         jsonb NOT NULL DEFAULT '{}',
  -- Sound, until it is delivered.
  body            bytea,
  status          text NOT NULL DEFAULT 'pending'
                  CHECK (status IN ('pending', 'delivered', 'failed', 'cancelled')),
  attempts        integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  claimed_until   timestamptz,
  response_status integer,
  error           text,
  duration_ms     integer,
  created_at      timestamptz NOT NULL,
  delivered_at    timestamptz,
  PRIMARY KEY (user_id, id),
  FOREIGN KEY (user_id, type) REFERENCES webhooks (user_id, type) ON DELETE CASCADE
);
CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (user_id, type, event_id)
  WHERE event_id IS NOT NULL;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at) WHERE status = 'pending';
CREATE INDEX outbox_by_user ON outbox (user_id, id);
