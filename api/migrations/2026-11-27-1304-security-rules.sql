-- Rules of sign-in that an administrator made stricter. Without rows, the product's limits apply.
create table security_rules (
  is_only boolean primary key default true check (is_only),
  password_min integer not null check (password_min between 8 and 15),
  idle_minutes integer not null check (idle_minutes between 5 and 30),
  longest_hours integer not null check (longest_hours between 1 and 12),
  version integer not null,
  changed_by uuid not null references accounts,
  changed_at timestamptz not null
);

create table role_security_rules (
  role text primary key check (role in ('admin', 'user', 'team', 'agent')),
  requires_second_factor boolean not null,
  -- Networks in CIDR notation; empty admits every address.
  networks text[] not null
);

-- These triggers notify the processes that cache sessions, which then read them again.
create trigger security_rules_notify after insert or update or delete on security_rules
  for each statement execute function notify_sessions();
create trigger role_security_rules_notify after insert or update or delete on role_security_rules
  for each statement execute function notify_sessions();
create trigger second_factors_notify after insert or update of confirmed_at or delete on second_factors
  for each statement execute function notify_sessions();

-- Set for a sign-in that the provider confirmed and that still needs a code of the second factor;
-- provider_token is encrypted.
alter table pending_sign_ins
  add column provider_issuer text,
  add column provider_token bytea,
  add check ((provider_issuer is null) = (provider_token is null));
