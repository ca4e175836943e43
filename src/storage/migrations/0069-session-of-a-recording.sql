-- The version before runs: it does not know the column.

-- A device may return before its former session has ended. The former session must then not delete the recording.
ALTER TABLE conversations ADD COLUMN session uuid;
