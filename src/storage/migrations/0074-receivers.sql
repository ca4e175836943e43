-- The version before runs: it reaches the same rows by views with the names that it knows. Triggers complete the rows
-- that it adds. Remove both one version later.

-- The older webhooks become receivers with the format `reference`. Endpoints are receivers with the format `standard`.
ALTER TABLE webhook_endpoints RENAME TO receivers;
ALTER TABLE receivers
  ADD COLUMN format        text NOT NULL DEFAULT 'standard' CHECK (format IN ('standard', 'reference')),
  -- Of a reference receiver: the kind of events, of which it is the only one.
  ADD COLUMN type          text
    CHECK (type IN ('memory_created', 'realtime_transcript', 'audio_bytes', 'day_summary')),
  -- Of audio_bytes: how much sound one delivery carries.
  ADD COLUMN seconds       integer,
  ADD COLUMN enabled_at    timestamptz,
  -- The newest event of the outbox of which deliveries were made.
  ADD COLUMN last_event_id bigint;
CREATE UNIQUE INDEX receivers_by_type ON receivers (user_id, type);

ALTER TABLE endpoint_deliveries RENAME TO deliveries;
ALTER TABLE deliveries
  ADD COLUMN format        text NOT NULL DEFAULT 'standard' CHECK (format IN ('standard', 'reference')),
  ADD COLUMN event_id      bigint,
  ADD COLUMN payload       jsonb NOT NULL DEFAULT '{}',
  -- Sound, until it is delivered.
  ADD COLUMN body          bytea,
  ADD COLUMN claimed_until timestamptz,
  ALTER COLUMN status SET DEFAULT 'pending',
  ALTER COLUMN attempts SET DEFAULT 0;
CREATE UNIQUE INDEX deliveries_once ON deliveries (user_id, endpoint_id, event_id) WHERE event_id IS NOT NULL;
CREATE INDEX deliveries_due ON deliveries (next_attempt_at) WHERE status = 'pending' AND format = 'reference';

CREATE FUNCTION complete_receiver() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.format := 'reference';
  NEW.id := gen_random_uuid();
  NEW.description := '';
  NEW.types := '{}';
  NEW.include_transcript := false;
  -- The secret of all reference receivers of a user is in webhook_secrets.
  NEW.secret := '';
  NEW.cursor := '';
  NEW.since := 0;
  NEW.read_at := NEW.enabled_at;
  NEW.next_look_at := NEW.enabled_at;
  NEW.created_at := NEW.enabled_at;
  NEW.updated_at := NEW.enabled_at;
  NEW.seconds := coalesce(NEW.seconds, 5);
  NEW.last_event_id := coalesce(NEW.last_event_id, 0);
  RETURN NEW;
END $$;
CREATE TRIGGER receivers_completed BEFORE INSERT ON receivers
  FOR EACH ROW WHEN (NEW.id IS NULL) EXECUTE FUNCTION complete_receiver();

CREATE FUNCTION complete_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.format := 'reference';
  NEW.endpoint_id := (SELECT id FROM receivers WHERE user_id = NEW.user_id AND type = NEW.type);
  NEW.changed_at := NEW.created_at;
  RETURN NEW;
END $$;
CREATE TRIGGER deliveries_completed BEFORE INSERT ON deliveries
  FOR EACH ROW WHEN (NEW.endpoint_id IS NULL) EXECUTE FUNCTION complete_delivery();

INSERT INTO receivers (user_id, type, url, seconds, enabled, enabled_at, last_event_id)
SELECT user_id, type, url, seconds, enabled, enabled_at, last_event_id FROM webhooks;
INSERT INTO deliveries (user_id, id, type, event_id, payload, body, status, attempts, next_attempt_at,
  claimed_until, response_status, error, duration_ms, created_at, delivered_at)
SELECT user_id, id, type, event_id, payload, body, status, attempts, next_attempt_at,
  claimed_until, response_status, error, duration_ms, created_at, delivered_at
FROM webhook_deliveries ORDER BY id;
DROP TABLE webhook_deliveries;
DROP TABLE webhooks;

CREATE VIEW webhook_endpoints WITH (security_invoker = true) AS
  SELECT user_id, id, url, description, types, include_transcript, enabled, pause_reason, key_id, scopes, secret,
    previous, previous_until, cursor, since, read_at, failing_since, next_look_at, claim, claimed_until, created_at,
    updated_at
  FROM receivers WHERE format = 'standard';
CREATE VIEW endpoint_deliveries WITH (security_invoker = true) AS
  SELECT user_id, id, endpoint_id, place, type, kind, record_id, changed_at, status, attempts, next_attempt_at,
    response_status, error, duration_ms, created_at, delivered_at
  FROM deliveries WHERE format = 'standard';
CREATE VIEW webhooks WITH (security_invoker = true) AS
  SELECT user_id, type, url, seconds, enabled, enabled_at, last_event_id
  FROM receivers WHERE format = 'reference';
CREATE VIEW webhook_deliveries WITH (security_invoker = true) AS
  SELECT user_id, id, type, event_id, payload, body, status, attempts, next_attempt_at, claimed_until,
    response_status, error, duration_ms, created_at, delivered_at
  FROM deliveries WHERE format = 'reference';

-- Gives the role of users its rights on the views. Every start calls raise_walls, which gave it rights on tables only.
CREATE FUNCTION open_former_names(role text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT has_table_privilege(role, 'webhook_deliveries', 'INSERT') THEN
    EXECUTE format(
      'GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_endpoints, endpoint_deliveries, webhooks, webhook_deliveries TO %I',
      role);
  END IF;
END $$;
ALTER FUNCTION raise_walls() RENAME TO raise_walls_of_tables;
CREATE FUNCTION raise_walls() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  role text := raise_walls_of_tables();
BEGIN
  IF role <> 'none' THEN
    PERFORM open_former_names(role);
  END IF;
  RETURN role;
END $$;
-- Services of the version before that run at this moment do not call it again.
SELECT open_former_names(rolname) FROM pg_roles WHERE rolname = 'commonplace_user';
