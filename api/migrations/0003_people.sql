-- Contact data, rates and targets of accounts and teams, photos, and a limit on wrong passwords.

alter table accounts
  add column phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  add column language text not null default 'en' check (language in ('en', 'ae')),
  add column time_zone text,
  add column commission_rate_percent numeric(7, 4)
    check (commission_rate_percent between 0 and 100),
  add column monthly_target_minor bigint check (monthly_target_minor >= 0),
  add column version integer not null default 1,
  add constraint accounts_active_have_password check (status <> 'active' or password_hash is not null);
create index accounts_by_role on accounts (role, lower(name), id);

alter table teams
  add column commission_rate_percent numeric(7, 4)
    check (commission_rate_percent between 0 and 100),
  add column monthly_target_minor bigint check (monthly_target_minor >= 0),
  add column version integer not null default 1;

create table account_photos (
  account_id uuid primary key references accounts,
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
  content bytea not null check (length(content) <= 524288),
  changed_at timestamptz not null
);

-- Failed sign-ins by the digest of the typed e-mail address and by the digest of the IP address.
create table sign_in_attempts (
  subject text not null check (subject in ('account', 'address')),
  digest bytea not null check (length(digest) = 32),
  failures integer not null,
  last_failed_at timestamptz not null,
  blocked_until timestamptz not null,
  primary key (subject, digest)
);
create index sign_in_attempts_oldest on sign_in_attempts (last_failed_at);
