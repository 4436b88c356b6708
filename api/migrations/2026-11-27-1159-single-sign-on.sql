-- Single sign-on through one OpenID Connect provider of the installation.
create table single_sign_on (
  is_only boolean primary key default true check (is_only),
  is_on boolean not null,
  issuer text not null check (length(issuer) <= 500),
  client_id text not null check (length(client_id) <= 300),
  label text not null check (length(label) <= 60),
  -- Encrypted with a key that is not in the database.
  client_secret bytea,
  version integer not null,
  changed_by uuid not null references accounts,
  changed_at timestamptz not null,
  check (not is_on or (issuer <> '' and client_id <> '' and label <> '' and client_secret is not null))
);

-- Sign-ins that a browser started and the provider has not answered yet; each is used once.
create table provider_sign_ins (
  browser_hash bytea primary key check (octet_length(browser_hash) = 32),
  state text not null,
  nonce text not null,
  verifier text not null,
  issuer text not null,
  expires_at timestamptz not null
);

-- Links an account to a user of the provider.
create table provider_links (
  issuer text not null,
  subject text not null check (length(subject) between 1 and 255),
  account_id uuid not null references accounts,
  linked_at timestamptz not null,
  primary key (issuer, subject),
  unique (account_id, issuer)
);

-- Sessions that the provider opened, with its encrypted token, so that signing out can also end the
-- session at the provider.
create table provider_sessions (
  session_id uuid primary key references sessions,
  issuer text not null,
  id_token bytea not null
);
