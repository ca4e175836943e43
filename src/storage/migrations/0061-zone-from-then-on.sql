-- The version before runs: it calls nothing of this, and only sees that fewer days are renewed.

-- A new time zone holds from then on: summaries of past days stay. The day in progress ends in the new zone, so its
-- changes, which wait for its end in the old zone, are looked at again.
CREATE OR REPLACE FUNCTION note_zone_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE day_changes SET ready_at = '-infinity' WHERE user_id = NEW.id AND ready_at > '-infinity';
  RETURN NULL;
END $$;
