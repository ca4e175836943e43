-- Keys of devices, and a recording of its own for each device.

ALTER TABLE api_keys DROP CONSTRAINT api_keys_family_check;
ALTER TABLE api_keys ADD CONSTRAINT api_keys_family_check
  CHECK (family IN ('developer', 'mcp', 'device'));

-- The id of a device key, or the id that an app gives its device; '' for all others together.
ALTER TABLE conversations ADD COLUMN device text NOT NULL DEFAULT '';

DROP INDEX conversations_one_live;
CREATE UNIQUE INDEX conversations_one_live ON conversations (user_id, device)
  WHERE status = 'in_progress';
