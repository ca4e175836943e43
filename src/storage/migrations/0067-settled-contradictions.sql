-- The conversations whose words against the memory the user has judged. Understanding such a conversation anew does
-- not note its words again.
ALTER TABLE memories ADD COLUMN settled_contradictions uuid[] NOT NULL DEFAULT '{}';
