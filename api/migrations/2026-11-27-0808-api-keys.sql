-- Keys with which programs call the API as an account, with some of its permissions.
create table api_keys (
  id uuid primary key,
  account_id uuid not null references accounts,
  name text not null check (name <> ''),
  -- SHA-256 of the secret, which is random enough to need no salt.
  secret_hash bytea not null unique check (octet_length(secret_hash) = 32),
  last_characters text not null,
  permissions text[] not null check (cardinality(permissions) > 0),
  created_at timestamptz not null,
  -- Null for a key that does not expire.
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_of_accounts on api_keys (account_id);
revoke delete on api_keys from bursar_app;
