-- Fees and penalties, their waivers, and the payments that pay them. These rows never change, and
-- the fees and penalties of an instalment are calculated from them: docs/decisions/0046.
create table charges (
  portfolio_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  portion text not null check (portion in ('fee', 'penalty')),
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$' and length(kind) <= 60),
  instalment_number smallint not null check (instalment_number > 0),
  amount_minor bigint not null check (amount_minor > 0),
  due_on date not null,
  charged_on date not null,
  reason text not null check (length(trim(reason)) between 1 and 500),
  posted_by uuid not null references accounts,
  posted_at timestamptz not null,
  number bigint not null default nextval('event_numbers'),
  primary key (portfolio_id, id),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id)
);
create index charges_by_loan on charges (portfolio_id, loan_id, number);
create trigger charges_append_only before update or delete or truncate on charges
  for each statement execute function refuse_change();

create table charge_waivers (
  portfolio_id uuid not null,
  id uuid not null,
  charge_id uuid not null,
  loan_id uuid not null,
  event text not null check (event in ('waive-charge', 'undo-waiver')),
  undoes_id uuid,
  amount_minor bigint not null check (amount_minor > 0),
  value_date date not null,
  reason text not null check (length(trim(reason)) between 1 and 500),
  made_by uuid not null references accounts,
  made_at timestamptz not null,
  number bigint not null default nextval('event_numbers'),
  primary key (portfolio_id, id),
  unique (portfolio_id, undoes_id),
  foreign key (portfolio_id, charge_id) references charges (portfolio_id, id),
  foreign key (portfolio_id, undoes_id) references charge_waivers (portfolio_id, id),
  check ((event = 'undo-waiver') = (undoes_id is not null))
);
create index charge_waivers_by_loan on charge_waivers (portfolio_id, loan_id, number);
create index charge_waivers_by_charge on charge_waivers (portfolio_id, charge_id);
create trigger charge_waivers_append_only before update or delete or truncate on charge_waivers
  for each statement execute function refuse_change();

-- The amounts of a payment that pay each charge, for the payment and for each of its reallocations.
create table charge_portions (
  portfolio_id uuid not null,
  -- The id of the payment or of its reallocation.
  placed_by uuid not null,
  payment_id uuid not null,
  charge_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  primary key (portfolio_id, placed_by, charge_id),
  foreign key (portfolio_id, payment_id) references payments (portfolio_id, id),
  foreign key (portfolio_id, charge_id) references charges (portfolio_id, id)
);
create index charge_portions_by_charge on charge_portions (portfolio_id, charge_id);
create trigger charge_portions_append_only before update or delete or truncate on charge_portions
  for each statement execute function refuse_change();
revoke update, delete on charges, charge_waivers, charge_portions from bursar_app;

create view standing_charge_portions as
select portion.portfolio_id, portion.charge_id, portion.payment_id, portion.amount_minor
from charge_portions portion
join standing_payments payment
  on payment.portfolio_id = portion.portfolio_id and payment.id = portion.payment_id
where payment.reversal_id is null
  and portion.placed_by = coalesce(payment.reallocation_id, payment.id);

-- A charge is income once it is received. Until then it is a receivable and deferred.
insert into ledger_accounts (name, code, kind) values
  ('fee-receivable', '1210', 'asset'), ('penalty-receivable', '1220', 'asset'),
  ('deferred-fees', '2210', 'liability'), ('deferred-penalties', '2220', 'liability');
insert into ledger_events (name, kind) values
  ('add-charge', 'charge'), ('waive-charge', 'charge'), ('undo-waiver', 'charge');
