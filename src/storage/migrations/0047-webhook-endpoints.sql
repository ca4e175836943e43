-- The log tells a new record, a deletion, and the end of the processing of a conversation from other
-- changes.
ALTER TABLE changes ADD COLUMN what text CHECK (what IN ('created', 'deleted', 'completed', 'failed'));

CREATE OR REPLACE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes
  SELECT user_id, TG_ARGV[0], id, pg_current_xact_id()::text::bigint, now(),
    CASE TG_OP WHEN 'INSERT' THEN 'created' WHEN 'DELETE' THEN 'deleted' END
  FROM changed;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION note_conversation_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes
  SELECT user_id, kind_of_conversation(status), id, pg_current_xact_id()::text::bigint, now(),
    CASE TG_OP WHEN 'INSERT' THEN 'created' WHEN 'DELETE' THEN 'deleted' END
  FROM changed;
  RETURN NULL;
END $$;

CREATE FUNCTION note_conversation_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes
  SELECT c.user_id, kind_of_conversation(c.status), c.id, pg_current_xact_id()::text::bigint, now(),
    CASE WHEN c.status <> b.status AND c.status IN ('completed', 'failed') THEN c.status END
  FROM changed AS c JOIN before AS b ON b.user_id = c.user_id AND b.id = c.id;
  RETURN NULL;
END $$;
DROP TRIGGER conversations_updated ON conversations;
CREATE TRIGGER conversations_updated AFTER UPDATE ON conversations
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_conversation_update();

-- Receivers of changes, which read the same log as the feed.
CREATE TABLE webhook_endpoints (
  user_id            text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id                 uuid NOT NULL,
  url                text NOT NULL,
  description        text NOT NULL,
  types              text[] NOT NULL,
  include_transcript boolean NOT NULL,
  enabled            boolean NOT NULL DEFAULT true,
  -- The reason why the service disabled it.
  pause_reason       text,
  -- The key that made it, whose scopes limit what it gets; null for one that the user made.
  key_id             uuid,
  scopes             text[],
  -- Sealed with the secret of the service.
  secret             bytea NOT NULL,
  -- The one before signs as well until then.
  previous           bytea,
  previous_until     timestamptz,
  -- The position in the feed after the last delivery that was planned, and its transaction.
  cursor             text NOT NULL,
  since              bigint NOT NULL,
  read_at            timestamptz NOT NULL,
  failing_since      timestamptz,
  next_look_at       timestamptz NOT NULL,
  -- The process that sends its deliveries now, and the number of its claim.
  claim              text,
  claimed_until      timestamptz,
  created_at         timestamptz NOT NULL,
  updated_at         timestamptz NOT NULL,
  PRIMARY KEY (user_id, id)
);

-- Both the queue and its history. The content of a record is read when it is sent.
CREATE TABLE endpoint_deliveries (
  user_id         text NOT NULL,
  id              uuid NOT NULL,
  endpoint_id     uuid NOT NULL,
  -- The order of the deliveries of an endpoint.
  place           bigint GENERATED ALWAYS AS IDENTITY,
  type            text NOT NULL,
  kind            text,
  record_id       text,
  changed_at      timestamptz NOT NULL,
  status          text NOT NULL CHECK (status IN ('pending', 'delivered', 'failed', 'cancelled')),
  attempts        integer NOT NULL,
  next_attempt_at timestamptz,
  response_status integer,
  error           text,
  duration_ms     integer,
  created_at      timestamptz NOT NULL,
  delivered_at    timestamptz,
  PRIMARY KEY (user_id, id),
  FOREIGN KEY (user_id, endpoint_id) REFERENCES webhook_endpoints (user_id, id) ON DELETE CASCADE
);
CREATE INDEX endpoint_deliveries_by_place ON endpoint_deliveries (user_id, endpoint_id, place);
CREATE INDEX endpoint_deliveries_pending ON endpoint_deliveries (user_id, endpoint_id, place)
  WHERE status = 'pending';
