-- Write-offs of loans, their undos, and payments on a loan after its write-off.
create table loan_write_offs (
  portfolio_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  event text not null check (event in ('write-off-loan', 'undo-write-off')),
  value_date date not null,
  principal_minor bigint not null check (principal_minor >= 0),
  reason text not null check (length(trim(reason)) between 1 and 500),
  made_by uuid not null references accounts,
  made_at timestamptz not null,
  number bigint not null default nextval('event_numbers'),
  primary key (portfolio_id, id),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id)
);
create index loan_write_offs_by_loan on loan_write_offs (portfolio_id, loan_id, number);
create trigger loan_write_offs_append_only before update or delete or truncate on loan_write_offs
  for each statement execute function refuse_change();
revoke update, delete on loan_write_offs from bursar_app;

insert into ledger_events (name) values ('undo-write-off'), ('recover-loan');

-- A payment on a written-off loan counts as recovered in full and pays no instalment.
alter table payments add column recovered_minor bigint not null default 0
  check (recovered_minor in (0, amount_minor));
alter table payments drop constraint payments_check;
alter table payments add constraint payments_parts_sum check (
  amount_minor = principal_minor + interest_minor + fees_minor + penalties_minor + recovered_minor
);

create or replace view standing_payments as
select payment.portfolio_id, payment.id, payment.loan_id, payment.currency, payment.amount_minor,
  coalesce(latest.principal_minor, payment.principal_minor) as principal_minor,
  coalesce(latest.interest_minor, payment.interest_minor) as interest_minor,
  coalesce(latest.fees_minor, payment.fees_minor) as fees_minor,
  coalesce(latest.penalties_minor, payment.penalties_minor) as penalties_minor,
  payment.value_date, payment.method, payment.note, payment.team_id, payment.agent_id,
  payment.posted_by, payment.posted_at,
  latest.id as reallocation_id, latest.number as reallocations,
  reversal.id as reversal_id, payment.number, payment.recovered_minor
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
