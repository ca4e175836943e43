-- What users allowed assistants by OAuth. Codes and tokens have 256 random bits; only their SHA-256
-- is stored.

-- What a user allowed a client, once per client and resource.
CREATE TABLE grants (
  user_id       text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id            uuid NOT NULL,
  client_id     text NOT NULL,
  client_name   text NOT NULL,
  -- Where the client was sent back to, the last time.
  redirect_host text NOT NULL,
  resource      text NOT NULL,
  scopes        text[] NOT NULL,
  created_at    timestamptz NOT NULL,
  last_used_at  timestamptz,
  PRIMARY KEY (user_id, id),
  UNIQUE (user_id, client_id, resource)
);

-- What a client gets in the browser and exchanges for tokens, once. The row of a used code stays for
-- a while, so that a second use is known for what it is.
CREATE TABLE grant_codes (
  user_id        text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  code_hash      bytea NOT NULL UNIQUE,
  client_id      text NOT NULL,
  client_name    text NOT NULL,
  redirect_uri   text NOT NULL,
  code_challenge text NOT NULL,
  resource       text NOT NULL,
  scopes         text[] NOT NULL,
  expires_at     timestamptz NOT NULL,
  used_at        timestamptz,
  -- The tokens that came of it.
  family_id      uuid NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);
CREATE INDEX grant_codes_by_expiry ON grant_codes (expires_at);

CREATE TABLE grant_tokens (
  user_id     text NOT NULL,
  token_hash  bytea NOT NULL UNIQUE,
  kind        text NOT NULL CHECK (kind IN ('access', 'refresh')),
  client_id   text NOT NULL,
  grant_id    uuid NOT NULL,
  -- All that came of one sign-in, however often it was refreshed.
  family_id   uuid NOT NULL,
  -- How many refreshes it is away from the sign-in.
  generation  integer NOT NULL,
  scopes      text[] NOT NULL,
  expires_at  timestamptz NOT NULL,
  -- Of a refresh token: when it was exchanged for the next one.
  replaced_at timestamptz,
  PRIMARY KEY (user_id, token_hash),
  FOREIGN KEY (user_id, grant_id) REFERENCES grants (user_id, id) ON DELETE CASCADE
);
CREATE INDEX grant_tokens_by_family ON grant_tokens (user_id, grant_id, family_id);
CREATE INDEX grant_tokens_by_expiry ON grant_tokens (expires_at);

-- A client's request while its user reads and decides, before there is a user. The id is the SHA-256
-- of a secret in the browser; the payload is sealed with a key derived from that secret.
CREATE TABLE authorization_requests (
  id         bytea PRIMARY KEY,
  payload    bytea NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX authorization_requests_by_expiry ON authorization_requests (expires_at);
