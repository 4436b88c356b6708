-- Payments never change. A reversal adds a row, and so does each new allocation of a later payment
-- after a reversal or a back-dated payment. The effective payment is a payment with these rows
-- applied.

create table payment_reversals (
  portfolio_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  loan_id uuid not null,
  reason text not null check (length(trim(reason)) between 1 and 500),
  reversed_by uuid not null references accounts,
  reversed_at timestamptz not null,
  primary key (portfolio_id, id),
  unique (portfolio_id, payment_id),
  foreign key (portfolio_id, payment_id) references payments (portfolio_id, id),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id)
);

create table payment_reallocations (
  portfolio_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  -- Counts the new allocations of a payment, from 1; the highest number is effective.
  number smallint not null check (number > 0),
  -- The reversal or the back-dated payment that made the new allocation necessary.
  cause_id uuid not null,
  principal_minor bigint not null check (principal_minor >= 0),
  interest_minor bigint not null check (interest_minor >= 0),
  fees_minor bigint not null check (fees_minor >= 0),
  penalties_minor bigint not null check (penalties_minor >= 0),
  made_at timestamptz not null,
  primary key (portfolio_id, id),
  unique (portfolio_id, payment_id, number),
  foreign key (portfolio_id, payment_id) references payments (portfolio_id, id)
);

create table payment_reallocation_portions (
  portfolio_id uuid not null,
  reallocation_id uuid not null,
  instalment_number smallint not null,
  principal_minor bigint not null check (principal_minor >= 0),
  interest_minor bigint not null check (interest_minor >= 0),
  fees_minor bigint not null check (fees_minor >= 0),
  penalties_minor bigint not null check (penalties_minor >= 0),
  primary key (portfolio_id, reallocation_id, instalment_number),
  foreign key (portfolio_id, reallocation_id) references payment_reallocations (portfolio_id, id)
);

-- Each payment with its latest allocation and, if it was reversed, its reversal. The two joined
-- tables have rows only for corrected payments, so sums over a year of payments stay a hash join.
create view standing_payments as
select payment.portfolio_id, payment.id, payment.loan_id, payment.currency, payment.amount_minor,
  coalesce(latest.principal_minor, payment.principal_minor) as principal_minor,
  coalesce(latest.interest_minor, payment.interest_minor) as interest_minor,
  coalesce(latest.fees_minor, payment.fees_minor) as fees_minor,
  coalesce(latest.penalties_minor, payment.penalties_minor) as penalties_minor,
  payment.value_date, payment.method, payment.note, payment.team_id, payment.agent_id,
  payment.posted_by, payment.posted_at,
  latest.id as reallocation_id, latest.number as reallocations,
  reversal.id as reversal_id
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

-- The effective allocations of each payment to instalments, also of reversed payments.
create view standing_portions as
select portfolio_id, payment_id, instalment_number, principal_minor, interest_minor, fees_minor,
  penalties_minor
from payment_portions portion
where not exists (
  select from payment_reallocations made
  where made.portfolio_id = portion.portfolio_id and made.payment_id = portion.payment_id
)
union all
select portion.portfolio_id, made.payment_id, portion.instalment_number, portion.principal_minor,
  portion.interest_minor, portion.fees_minor, portion.penalties_minor
from payment_reallocation_portions portion
join payment_reallocations made
  on made.portfolio_id = portion.portfolio_id and made.id = portion.reallocation_id
where not exists (
  select from payment_reallocations newer
  where newer.portfolio_id = made.portfolio_id and newer.payment_id = made.payment_id
    and newer.number > made.number
);

alter table ledger_transactions drop constraint ledger_transactions_event_check;
alter table ledger_transactions add constraint ledger_transactions_event_check check (event in (
  'disburse-loan', 'board-loan', 'write-off-loan', 'post-payment', 'undo-import',
  'reverse-payment', 'reallocate-payment'
));

create trigger payment_reversals_append_only
  before update or delete or truncate on payment_reversals
  for each statement execute function refuse_change();
create trigger payment_reallocations_append_only
  before update or delete or truncate on payment_reallocations
  for each statement execute function refuse_change();
create trigger payment_reallocation_portions_append_only
  before update or delete or truncate on payment_reallocation_portions
  for each statement execute function refuse_change();
revoke update, delete on payment_reversals, payment_reallocations, payment_reallocation_portions
  from bursar_app;
