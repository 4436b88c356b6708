-- Events of a loan are ordered by a number that is drawn under the loan's lock. Times do not give
-- the right order: a time is taken before the wait for the lock, on the machine that answers. Rows
-- from before this migration have 0 and are ordered by their times.
create sequence event_numbers;
grant usage on sequence event_numbers to bursar_app;

alter table assignments add column number bigint not null default 0;
alter table payments add column number bigint not null default 0;
alter table promises add column number bigint not null default 0;
alter table borrower_consents add column number bigint not null default 0;
alter table ledger_transactions add column number bigint not null default 0;
alter table assignments alter column number set default nextval('event_numbers');
alter table payments alter column number set default nextval('event_numbers');
alter table promises alter column number set default nextval('event_numbers');
alter table borrower_consents alter column number set default nextval('event_numbers');
alter table ledger_transactions alter column number set default nextval('event_numbers');

drop index assignments_by_loan;
create index assignments_by_loan on assignments (portfolio_id, loan_id, number, made_at);

-- The newest assignment of a loan names its holder. The trigger refuses a statement whose
-- assignment names another holder than loan_state, or for which the loan has a later assignment.
create function refuse_stray_assignments() returns trigger language plpgsql as $$
begin
  if exists (
    select from line
    join loan_state state
      on state.portfolio_id = line.portfolio_id and state.loan_id = line.loan_id
    where line.number > 0 and (
      state.team_id is distinct from line.to_team_id
      or state.agent_id is distinct from line.to_agent_id
      or exists (
        select from assignments later
        where later.portfolio_id = line.portfolio_id and later.loan_id = line.loan_id
          and later.number > line.number
      )
    )
  ) then
    raise exception 'the newest assignment of a loan says where the loan is';
  end if;
  return null;
end $$;
create trigger assignments_say_where_loans_are after insert on assignments
  referencing new table as line
  for each statement execute function refuse_stray_assignments();

create or replace view standing_payments as
select payment.portfolio_id, payment.id, payment.loan_id, payment.currency, payment.amount_minor,
  coalesce(latest.principal_minor, payment.principal_minor) as principal_minor,
  coalesce(latest.interest_minor, payment.interest_minor) as interest_minor,
  coalesce(latest.fees_minor, payment.fees_minor) as fees_minor,
  coalesce(latest.penalties_minor, payment.penalties_minor) as penalties_minor,
  payment.value_date, payment.method, payment.note, payment.team_id, payment.agent_id,
  payment.posted_by, payment.posted_at,
  latest.id as reallocation_id, latest.number as reallocations,
  reversal.id as reversal_id, payment.number
from payments payment
left join (
  select * from payment_reallocations made
  where not exists (
    select from payment_reallocations newer
    where newer.portfolio_id = made.portfolio_id and newer.payment_id = made.payment_id
      and newer.number > made.number
  )
) latest on latest.portfolio_id = payment.portfolio_id and latest.payment_id = payment.id
left join payment_reversals reversal
  on reversal.portfolio_id = payment.portfolio_id and reversal.payment_id = payment.id;
