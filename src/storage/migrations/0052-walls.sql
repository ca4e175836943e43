-- Row-level security, the second wall behind the condition on `user_id` in each statement:
-- docs/decisions/0014-two-walls.md. Every start calls `raise_walls`, so a new table with a user gets
-- its wall, and a restored database gets the role that its backup does not contain.

-- Returns the role for statements of users; 'none' when this login may not create or use it.
CREATE FUNCTION raise_walls() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  one record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('walls', 0));
  FOR one IN
    SELECT c.oid::regclass AS name, a.attname AS owner
    FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
      AND NOT c.relrowsecurity
      AND a.attname = CASE c.relname WHEN 'users' THEN 'id' ELSE 'user_id' END
  LOOP
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', one.name);
    -- The subquery is evaluated once per statement, the function alone once per row.
    EXECUTE format(
      'CREATE POLICY wall ON %s USING (%I = (SELECT current_setting(''app.user'', true)))',
      one.name, one.owner);
  END LOOP;

  BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'commonplace_user') THEN
      BEGIN
        CREATE ROLE commonplace_user NOLOGIN;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN
        -- A service with another database of the same server was faster.
      END;
    END IF;
    BEGIN
      PERFORM set_config('role', 'commonplace_user', true);
    EXCEPTION WHEN insufficient_privilege THEN
      -- Since PostgreSQL 16, a login may not take a role that it made before it grants it to itself.
      GRANT commonplace_user TO CURRENT_USER;
      PERFORM set_config('role', 'commonplace_user', true);
    END;
    PERFORM set_config('role', 'none', true);
    IF NOT has_schema_privilege('commonplace_user', 'jobs', 'USAGE') THEN
      GRANT USAGE ON SCHEMA jobs TO commonplace_user;
    END IF;
    FOR one IN
      SELECT c.oid::regclass AS name, c.relkind = 'S' AS is_sequence FROM pg_class AS c
      WHERE CASE
          WHEN c.relkind = 'S' THEN NOT has_sequence_privilege('commonplace_user', c.oid, 'USAGE')
          WHEN c.relkind IN ('r', 'p') THEN
            NOT has_table_privilege('commonplace_user', c.oid, 'INSERT')
            AND (c.relrowsecurity OR c.relnamespace = 'jobs'::regnamespace OR c.relname IN
              ('attempts', 'change_horizon', 'change_log', 'embedding_model', 'rate_windows'))
        END
        AND c.relnamespace IN ('public'::regnamespace, 'jobs'::regnamespace)
    LOOP
      EXECUTE format(
        CASE WHEN one.is_sequence THEN 'GRANT USAGE ON SEQUENCE %s TO commonplace_user'
        ELSE 'GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO commonplace_user' END,
        one.name);
    END LOOP;
    RETURN 'commonplace_user';
  EXCEPTION WHEN insufficient_privilege THEN
    -- The login owns the tables and cannot leave its role, so the policies must apply to owners.
  END;
  FOR one IN
    SELECT oid::regclass AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relrowsecurity AND NOT relforcerowsecurity
  LOOP
    EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', one.name);
    EXECUTE format(
      'CREATE POLICY service ON %s USING (coalesce((SELECT current_setting(''app.user'', true)), '''') = '''')',
      one.name);
  END LOOP;
  RETURN 'none';
END $$;

-- Returns the owner of the installation, whoever asks: it runs with the rights of the owner of the
-- tables, and as the service where the policies apply to that owner.
CREATE FUNCTION first_user() RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
AS $$
DECLARE
  asker text := coalesce(current_setting('app.user', true), '');
  first text;
BEGIN
  PERFORM set_config('app.user', '', true);
  SELECT id INTO first FROM users ORDER BY created_at, id LIMIT 1;
  PERFORM set_config('app.user', asker, true);
  RETURN first;
END $$;
