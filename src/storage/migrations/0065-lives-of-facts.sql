-- How often conversations told a fact, when the last one did, and what closed or contradicts it. Programs of the
-- version before leave the new columns as they are.
ALTER TABLE memories
  ADD COLUMN times_heard integer NOT NULL DEFAULT 1,
  -- When a conversation told it first; null for a fact that was added by hand, or found by an older version.
  ADD COLUMN since timestamptz,
  ADD COLUMN last_heard_at timestamptz,
  -- The conversation, the segment and the rule that closed the fact, or that say otherwise about a fact of the user.
  ADD COLUMN closed_by jsonb,
  ADD COLUMN contradicted_by jsonb,
  -- The rules or the model that found the fact; null for a fact that was added by hand.
  ADD COLUMN found_by text;

ALTER TABLE action_items ADD COLUMN found_by text;
