-- Accounts, their sessions, and the keys of programs and assistants.
-- users, sessions, credentials and verifications are kept by better-auth (see domains/accounts).

CREATE TABLE users (
  id             text PRIMARY KEY,
  email          text NOT NULL UNIQUE,
  email_verified boolean NOT NULL DEFAULT false,
  name           text NOT NULL,
  image          text,
  timezone       text NOT NULL DEFAULT 'UTC',
  -- 'ready', or the reason why memories may not be read now (the readiness gate).
  readiness      text NOT NULL DEFAULT 'ready',
  created_at     timestamptz NOT NULL DEFAULT now(),
  updated_at     timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE sessions (
  id         text PRIMARY KEY,
  user_id    text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  token      text NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL,
  ip_address text,
  user_agent text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_by_user ON sessions (user_id);

CREATE TABLE credentials (
  id                       text PRIMARY KEY,
  account_id               text NOT NULL,
  provider_id              text NOT NULL,
  user_id                  text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  password                 text,
  access_token             text,
  refresh_token            text,
  id_token                 text,
  access_token_expires_at  timestamptz,
  refresh_token_expires_at timestamptz,
  scope                    text,
  created_at               timestamptz NOT NULL DEFAULT now(),
  updated_at               timestamptz NOT NULL DEFAULT now(),
  UNIQUE (provider_id, account_id)
);
CREATE INDEX credentials_by_user ON credentials (user_id);

CREATE TABLE verifications (
  id         text PRIMARY KEY,
  identifier text NOT NULL,
  value      text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX verifications_by_identifier ON verifications (identifier);

-- How often something was tried lately: brute force is slowed by what is written here, so a restart
-- forgives nothing and several processes count together.
CREATE TABLE attempts (
  subject    text PRIMARY KEY,
  failures   integer NOT NULL,
  retry_at   timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE TABLE api_keys (
  user_id      text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id           uuid NOT NULL,
  family       text NOT NULL CHECK (family IN ('developer', 'mcp')),
  name         text NOT NULL,
  key_prefix   text NOT NULL,
  -- SHA-256 of the whole key. A key has 256 random bits, so a plain hash is enough.
  key_hash     bytea NOT NULL UNIQUE,
  scopes       text[] NOT NULL,
  created_at   timestamptz NOT NULL,
  last_used_at timestamptz,
  PRIMARY KEY (user_id, id)
);
