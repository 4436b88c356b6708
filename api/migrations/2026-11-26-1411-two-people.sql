-- Records who set or reset the credentials of another account. For thirty days, such a record can
-- make the two accounts count as one person for approvals. The owner of the account can read the
-- records.
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

-- Recovery of a password without mail: one person starts it and gets a code, a second person
-- releases it and gets a link, and the owner of the account needs both.
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

-- The user who set the address of another user's account that has a password; null once the
-- account's owner signs in with the address. Until then, no mail to the address gives access to the
-- account.
alter table accounts add column email_set_by uuid references accounts;

-- Earlier acts of administrators in the last thirty days count as well.
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

-- No mail may give access to an account that has a password, so links that were not used end now.
update outgoing_mails mail set body = regexp_replace(mail.body, 'token=[A-Za-z0-9_-]+', 'token=…', 'g')
from accounts account
where lower(account.email) = lower(mail.to_address) and account.password_hash is not null
  and mail.body like '%token=%';
update password_links link set used_at = now()
from accounts account
where account.id = link.account_id and account.password_hash is not null and link.used_at is null;
