-- One row: every process on this database must use the same secret.
CREATE TABLE installation (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  secret_fingerprint bytea NOT NULL
);
