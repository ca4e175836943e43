-- A user can choose that the connection of an assistant ends. NULL means that it does not.
ALTER TABLE grants ADD COLUMN ends_at timestamptz;
-- The end that the user chose on the consent page, for the grant that the code gives.
ALTER TABLE grant_codes ADD COLUMN grant_ends_at timestamptz;
