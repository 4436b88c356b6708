-- Co-borrowers and guarantors of a loan; its first borrower is loans.borrower_id. A row is never
-- removed: it is ended.
create table loan_parties (
  portfolio_id uuid not null references portfolios,
  id uuid not null,
  loan_id uuid not null,
  borrower_id uuid not null,
  -- A co-borrower owes the loan like the first borrower; a guarantor guarantees it.
  role text not null check (role in ('co-borrower', 'guarantor')),
  note text not null check (length(note) <= 500),
  added_by uuid not null references accounts,
  added_at timestamptz not null,
  ended_by uuid references accounts,
  ended_at timestamptz,
  ended_reason text check (length(trim(ended_reason)) between 1 and 500),
  primary key (portfolio_id, id),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id),
  foreign key (portfolio_id, borrower_id) references borrowers (portfolio_id, id),
  check (num_nonnulls(ended_by, ended_at, ended_reason) in (0, 3))
);
create unique index loan_parties_once on loan_parties (portfolio_id, loan_id, borrower_id)
  where ended_at is null;
create index loan_parties_by_loan on loan_parties (portfolio_id, loan_id);
create index loan_parties_by_borrower on loan_parties (portfolio_id, borrower_id);
revoke delete on loan_parties from bursar_app;

-- A party can be ended once and does not change otherwise, except for its borrower_id, which
-- changes when two records of one borrower are merged.
create function keep_loan_party() returns trigger language plpgsql as $$
declare
  ends constant text[] := case when old.ended_at is null
    then array['ended_by', 'ended_at', 'ended_reason'] else '{}' end;
begin
  if to_jsonb(new) - ends - 'borrower_id' is distinct from to_jsonb(old) - ends - 'borrower_id' then
    raise exception 'a party of a loan is ended, never changed' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger loan_parties_stay before update on loan_parties
  for each row execute function keep_loan_party();
create trigger loan_parties_never_removed before delete or truncate on loan_parties
  for each statement execute function refuse_change();

-- A borrower cannot be both the first borrower and another party of a loan. Each trigger locks the
-- row of the loan, so that of two simultaneous changes one sees the other.
create function refuse_first_borrower_as_party() returns trigger language plpgsql as $$
declare
  first_id uuid;
begin
  select borrower_id into first_id from loans
  where portfolio_id = new.portfolio_id and id = new.loan_id for share;
  if new.borrower_id = first_id then
    raise exception 'the first borrower of a loan is no further party of it'
      using errcode = '23505', constraint = 'loan_parties_not_first';
  end if;
  return null;
end $$;
create trigger loan_parties_not_first after insert or update on loan_parties
  for each row when (new.ended_at is null) execute function refuse_first_borrower_as_party();

create function refuse_party_as_first_borrower() returns trigger language plpgsql as $$
begin
  if exists (
    select from loan_parties
    where portfolio_id = new.portfolio_id and loan_id = new.id and borrower_id = new.borrower_id
      and ended_at is null)
  then
    raise exception 'a further party of a loan is not its first borrower'
      using errcode = '23505', constraint = 'loan_parties_not_first';
  end if;
  return null;
end $$;
create trigger loans_first_is_no_party after update of borrower_id on loans
  for each row when (new.borrower_id is distinct from old.borrower_id)
  execute function refuse_party_as_first_borrower();
