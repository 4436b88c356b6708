-- Who set or reset something by which another account is opened. For thirty days the two are not two
-- people for a decision, and the owner of the account reads all of it.
create table account_openings (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts,
  opened_by uuid references accounts,
  kind text not null check (kind in ('invite-staff', 'hand-over-invitation', 'change-email',
    'reset-second-factor', 'release-recovery')),
  opened_at timestamptz not null,
  seen_at timestamptz,
  check (account_id is distinct from opened_by)
);
create index account_openings_by_account on account_openings (account_id, opened_at desc);
create index account_openings_by_opener on account_openings (opened_by, opened_at desc);
revoke delete on account_openings from bursar_app;

-- A new password where no mail can bring a link: one person starts it and has a code, a second one
-- releases it and has a link, and the owner of the account needs both.
create table recoveries (
  id uuid primary key,
  account_id uuid not null references accounts,
  asked_at timestamptz,
  started_by uuid references accounts,
  started_at timestamptz,
  code_hash bytea check (length(code_hash) = 32),
  released_by uuid references accounts,
  released_at timestamptz,
  wrong_codes smallint not null default 0,
  ended_at timestamptz,
  check (asked_at is not null or started_at is not null),
  check ((started_by is null) = (started_at is null)),
  check ((started_by is null) = (code_hash is null)),
  check ((released_by is null) = (released_at is null)),
  check (released_by is null or started_by is not null),
  check (released_by <> started_by),
  check (started_by <> account_id and released_by <> account_id)
);
create unique index recoveries_open on recoveries (account_id) where ended_at is null;
revoke delete on recoveries from bursar_app;

alter table password_links add column recovery_id uuid references recoveries;

-- Somebody else set the address of an account that has a password, and its owner has not signed in
-- with it since: no mail to that address opens the account.
alter table accounts add column email_set_by uuid references accounts;

-- What administrators did before this rule counts as well.
insert into account_openings (account_id, opened_by, kind, opened_at)
select event.subject_id, event.actor_id,
  case event.event when 'change-staff' then 'change-email' else event.event end, event.at
from audit_events event
join accounts account on account.id = event.subject_id
where event.subject = 'account' and event.actor_id is not null and event.actor_id <> event.subject_id
  and event.at > now() - interval '30 days'
  and (event.event in ('hand-over-invitation', 'reset-second-factor')
    or (event.event = 'change-staff'
      and lower(event.before ->> 'email') <> lower(event.after ->> 'email')));
insert into account_openings (account_id, opened_by, kind, opened_at)
select account.id, event.actor_id,
  case when link.is_recovery then 'release-recovery' else 'hand-over-invitation' end, event.at
from audit_events event
join outgoing_mails mail on mail.id = event.subject_id and mail.body like '%token=%'
join accounts account on lower(account.email) = lower(mail.to_address)
cross join lateral (
  select mail.body !~ '(opened for this address|فُتح حساب)' as is_recovery
) link
where event.event = 'open-mail' and event.actor_id is not null and event.actor_id <> account.id
  and event.at > now() - interval '30 days';

-- No mail that waits is a key to an account that has a password.
update outgoing_mails mail set body = regexp_replace(mail.body, 'token=[A-Za-z0-9_-]+', 'token=…', 'g')
from accounts account
where lower(account.email) = lower(mail.to_address) and account.password_hash is not null
  and mail.body like '%token=%';
update password_links link set used_at = now()
from accounts account
where account.id = link.account_id and account.password_hash is not null and link.used_at is null;
