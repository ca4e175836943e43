-- The newest migration that a version must know to use the database with this migration: 0 for one
-- that only adds. NULL in older rows: only versions that know the migration itself may use it.
ALTER TABLE migrations ADD COLUMN needs integer;
