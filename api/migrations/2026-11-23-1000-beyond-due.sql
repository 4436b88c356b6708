-- How a payment uses money beyond what is due: for the next instalments, for a new schedule, or as
-- the borrower's credit: docs/decisions/0052.
alter table payments
  add column beyond_due text not null default 'next-instalments'
    check (beyond_due in ('next-instalments', 'shorter-term', 'lower-instalment', 'credit')),
  add column credit_minor bigint not null default 0 check (credit_minor >= 0),
  drop constraint payments_parts_sum,
  add constraint payments_parts_sum check (amount_minor = principal_minor + interest_minor
    + fees_minor + penalties_minor + recovered_minor + credit_minor);
alter table payment_reallocations
  add column credit_minor bigint not null default 0 check (credit_minor >= 0);
alter table loan_state
  add column credit_minor bigint not null default 0 check (credit_minor >= 0);

-- Set if principal was prepaid or terms changed after the previous due date. Interest accrues on
-- bearing_minor from the day accrues_from; carried_minor accrued before that day, and earned_minor
-- accrues after it.
alter table instalments
  add column accrues_from date,
  add column carried_minor bigint check (carried_minor >= 0),
  add column earned_minor bigint,
  add column bearing_minor bigint check (bearing_minor >= 0),
  add constraint instalments_accrual_whole
    check (num_nonnulls(accrues_from, carried_minor, earned_minor, bearing_minor) in (0, 4));
alter table superseded_instalments
  add column accrues_from date,
  add column carried_minor bigint,
  add column earned_minor bigint,
  add column bearing_minor bigint;

-- The agreed version, from which payments are calculated, until other terms are agreed.
alter table schedule_versions
  add column agreed_version smallint not null default 1 check (agreed_version > 0),
  add constraint schedule_versions_agreed_before check (agreed_version <= version);

create or replace view standing_payments as
select payment.portfolio_id, payment.id, payment.loan_id, payment.currency, payment.amount_minor,
  coalesce(latest.principal_minor, payment.principal_minor) as principal_minor,
  coalesce(latest.interest_minor, payment.interest_minor) as interest_minor,
  coalesce(latest.fees_minor, payment.fees_minor) as fees_minor,
  coalesce(latest.penalties_minor, payment.penalties_minor) as penalties_minor,
  payment.value_date, payment.method, payment.note, payment.team_id, payment.agent_id,
  payment.posted_by, payment.posted_at,
  latest.id as reallocation_id, latest.number as reallocations,
  reversal.id as reversal_id, payment.number, payment.recovered_minor, payment.interest_until,
  payment.beyond_due, coalesce(latest.credit_minor, payment.credit_minor) as credit_minor
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
