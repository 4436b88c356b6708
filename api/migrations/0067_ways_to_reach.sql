-- One list of the numbers and addresses of a borrower, from tapes and from users. One of each kind
-- is preferred. An old one is retired and never removed.

alter table borrower_contacts
  -- Null if the value came with a loan's import.
  add column added_by uuid references accounts,
  add column added_at timestamptz not null default now(),
  add column retired_by uuid references accounts,
  add column retired_at timestamptz,
  add column retired_reason text
    check (retired_reason in ('wrong', 'out-of-use', 'borrower-asked', 'other')),
  add check ((retired_at is null) = (retired_by is null)),
  add check ((retired_at is null) = (retired_reason is null)),
  add check (retired_at is null or not is_preferred);

-- Earlier rows did not record who added a value, so they get the user who last changed the
-- borrower.
update borrower_contacts contact set added_by = changed.actor_id, added_at = changed.at
from (
  select distinct on (subject_id) subject_id, portfolio_id, actor_id, at from audit_events
  where event = 'change-borrower' order by subject_id, at desc
) changed
where changed.portfolio_id = contact.portfolio_id and changed.subject_id = contact.borrower_id;

-- Removes repeated values of a borrower; the preferred row stays, otherwise the row with the
-- highest id.
delete from borrower_contacts contact using borrower_contacts other
where other.portfolio_id = contact.portfolio_id and other.borrower_id = contact.borrower_id
  and other.kind = contact.kind and other.value = contact.value
  and (other.is_preferred, other.id) > (contact.is_preferred, contact.id);

insert into borrower_contacts
  (portfolio_id, borrower_id, id, kind, label, value, is_preferred, added_at)
select borrower.portfolio_id, borrower.id, gen_random_uuid(), carried.kind, 'other',
  left(trim(carried.value), 300), false, borrower.created_at
from borrowers borrower
cross join lateral (values ('phone', borrower.phone), ('email', borrower.email))
  carried (kind, value)
where trim(carried.value) <> '' and not exists (
  select from borrower_contacts known
  where known.portfolio_id = borrower.portfolio_id and known.borrower_id = borrower.id
    and known.kind = carried.kind and known.value = left(trim(carried.value), 300));

create unique index borrower_contacts_value_once
  on borrower_contacts (portfolio_id, borrower_id, kind, value) where retired_at is null;

-- If no value of a kind is preferred, the oldest one becomes preferred.
update borrower_contacts contact set is_preferred = true
from (
  select distinct on (portfolio_id, borrower_id, kind) portfolio_id, borrower_id, id
  from borrower_contacts
  order by portfolio_id, borrower_id, kind, is_preferred desc, added_at, id
) first
where first.portfolio_id = contact.portfolio_id and first.borrower_id = contact.borrower_id
  and first.id = contact.id and not contact.is_preferred;

-- A stored number or address never changes: it is retired and a new one is added.
create function keep_borrower_contact() returns trigger language plpgsql as $$
begin
  if old.retired_at is not null or (new.kind, new.value, new.added_by, new.added_at)
    is distinct from (old.kind, old.value, old.added_by, old.added_at)
  then
    raise exception 'a way to reach a borrower is retired, never changed' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger borrower_contacts_kept before update on borrower_contacts
  for each row execute function keep_borrower_contact();
create trigger borrower_contacts_never_removed before delete or truncate on borrower_contacts
  for each statement execute function refuse_change();
revoke delete on borrower_contacts from bursar_app;

/* Returns the number or address that the product shows and dials: the preferred one if it is valid
   on the day, otherwise the oldest valid one. */
create function borrower_reach(of_portfolio uuid, of_borrower uuid, of_kind text, on_day date)
returns text language sql stable as $$
  select value from borrower_contacts
  where portfolio_id = of_portfolio and borrower_id = of_borrower and kind = of_kind
    and retired_at is null and coalesce(valid_from, on_day) <= on_day
    and coalesce(valid_to, on_day) >= on_day
  order by is_preferred desc, added_at, id limit 1
$$;

-- Loan lists find a borrower by each phone number and e-mail address that is not retired.
create or replace view loans_to_list as
select state.portfolio_id, state.loan_id, loan.product_id, loan.reference_number,
  loan.principal_minor, state.outstanding_principal_minor, loan.disbursed_on,
  next_due_of(state.status, state.oldest_unpaid_due_on) as next_due_on, loan.annual_rate_percent,
  state.status, loan.currency, lower(coalesce(borrower.name, borrower.external_id, '')) as borrower_name,
  lower(concat_ws(E'\n', 'L-' || lpad(loan.reference_number::text, 6, '0'), loan.external_id,
    borrower.name, borrower.external_id, reach.lines)) as search_text,
  state.team_id, state.agent_id, loan.import_id, loan.borrower_id
from loan_state state
join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
join borrowers borrower
  on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
left join lateral (
  select string_agg(contact.value, E'\n' order by contact.kind desc, contact.added_at, contact.id)
    as lines
  from borrower_contacts contact
  where contact.portfolio_id = borrower.portfolio_id and contact.borrower_id = borrower.id
    and contact.kind in ('phone', 'email') and contact.retired_at is null
) reach on true;

create function list_contact_changes() returns trigger language plpgsql as $$
begin
  update listed_loans listed
  set search_text = loan.search_text
  from (select distinct portfolio_id, borrower_id from changed) of_borrower
  join loans_to_list loan on loan.portfolio_id = of_borrower.portfolio_id
    and loan.borrower_id = of_borrower.borrower_id
  where listed.portfolio_id = loan.portfolio_id and listed.loan_id = loan.loan_id
    and listed.search_text is distinct from loan.search_text;
  return null;
end $$;
create trigger borrower_contacts_list_new after insert on borrower_contacts
  referencing new table as changed for each statement execute function list_contact_changes();
create trigger borrower_contacts_list_changes after update on borrower_contacts
  referencing new table as changed for each statement execute function list_contact_changes();

update listed_loans listed set search_text = loan.search_text
from loans_to_list loan
where listed.portfolio_id = loan.portfolio_id and listed.loan_id = loan.loan_id
  and listed.search_text is distinct from loan.search_text;

alter table borrowers drop column phone, drop column email;
