-- Versions of schedules: `instalments` has the current version of a loan, and
-- superseded_instalments has each former version as it was when another version replaced it:
-- docs/decisions/0046.
alter table loan_state
  add column schedule_version smallint not null default 1 check (schedule_version > 0);

-- The schedule that a loan came with is version 1 and has no row.
create table schedule_versions (
  portfolio_id uuid not null,
  loan_id uuid not null,
  version smallint not null check (version > 1),
  -- The event that made the version. For example, `settle` leaves out what a payoff did not owe,
  -- and `reverse-payment` restores it.
  event text not null check (event ~ '^[a-z]+(-[a-z]+)*$' and length(event) <= 60),
  source_id uuid not null,
  made_by uuid not null references accounts,
  made_at timestamptz not null,
  primary key (portfolio_id, loan_id, version),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id)
);
create trigger schedule_versions_append_only before update or delete or truncate on schedule_versions
  for each statement execute function refuse_change();

create table superseded_instalments (
  portfolio_id uuid not null,
  loan_id uuid not null,
  version smallint not null check (version > 0),
  number smallint not null check (number > 0),
  due_on date not null,
  principal_minor bigint not null,
  interest_minor bigint not null,
  fees_minor bigint not null,
  penalties_minor bigint not null,
  principal_paid_minor bigint not null,
  interest_paid_minor bigint not null,
  fees_paid_minor bigint not null,
  penalties_paid_minor bigint not null,
  primary key (portfolio_id, loan_id, version, number),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id)
);
create trigger superseded_instalments_append_only
  before update or delete or truncate on superseded_instalments
  for each statement execute function refuse_change();
revoke update, delete on schedule_versions, superseded_instalments from bursar_app;

-- The version of the schedule that the loan had when the portion was written.
alter table payment_portions
  add column schedule_version smallint not null default 1 check (schedule_version > 0),
  -- A payoff moves interest that was paid early back to the principal, so the interest may be
  -- negative.
  drop constraint payment_portions_interest_minor_check;
alter table payment_reallocation_portions
  add column schedule_version smallint not null default 1 check (schedule_version > 0),
  drop constraint payment_reallocation_portions_interest_minor_check;
alter table payment_reallocations drop constraint payment_reallocations_interest_minor_check;

-- Whether a payoff includes interest until its date or until maturity. Earlier payments settled a
-- loan with all scheduled interest.
alter table payments
  add column interest_until text not null default 'maturity'
    check (interest_until in ('date', 'maturity')),
  drop constraint payments_interest_minor_check;

create or replace view standing_payments as
select payment.portfolio_id, payment.id, payment.loan_id, payment.currency, payment.amount_minor,
  coalesce(latest.principal_minor, payment.principal_minor) as principal_minor,
  coalesce(latest.interest_minor, payment.interest_minor) as interest_minor,
  coalesce(latest.fees_minor, payment.fees_minor) as fees_minor,
  coalesce(latest.penalties_minor, payment.penalties_minor) as penalties_minor,
  payment.value_date, payment.method, payment.note, payment.team_id, payment.agent_id,
  payment.posted_by, payment.posted_at,
  latest.id as reallocation_id, latest.number as reallocations,
  reversal.id as reversal_id, payment.number, payment.recovered_minor, payment.interest_until
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

create or replace view standing_portions as
select portion.portfolio_id, portion.payment_id, portion.instalment_number, portion.principal_minor,
  portion.interest_minor, portion.fees_minor, portion.penalties_minor, portion.schedule_version
from payment_portions portion
where not exists (
  select from payment_reallocations made
  where made.portfolio_id = portion.portfolio_id and made.payment_id = portion.payment_id
)
union all
select portion.portfolio_id, made.payment_id, portion.instalment_number, portion.principal_minor,
  portion.interest_minor, portion.fees_minor, portion.penalties_minor, portion.schedule_version
from payment_reallocation_portions portion
join payment_reallocations made
  on made.portfolio_id = portion.portfolio_id and made.id = portion.reallocation_id
where not exists (
  select from payment_reallocations newer
  where newer.portfolio_id = made.portfolio_id and newer.payment_id = made.payment_id
    and newer.number > made.number
);
