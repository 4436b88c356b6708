-- The issuer of a portfolio's invoices. Without a row, invoices name only the portfolio.
create table invoice_issuers (
  portfolio_id uuid primary key references portfolios,
  name text not null check (length(trim(name)) between 1 and 200),
  address text not null check (length(address) <= 500),
  tax_number text not null check (length(tax_number) <= 60),
  payment_details text not null check (length(payment_details) <= 1000),
  due_days smallint not null check (due_days between 0 and 365),
  version integer not null default 1
);

-- The last invoice number of a year. The transaction that issues an invoice takes the next number
-- under a lock on this row, so no number is skipped.
create table invoice_series (
  portfolio_id uuid not null references portfolios,
  year smallint not null,
  last_number integer not null check (last_number > 0),
  primary key (portfolio_id, year)
);

create table invoices (
  portfolio_id uuid not null references portfolios,
  id uuid not null,
  kind text not null check (kind in ('invoice', 'credit-note')),
  state text not null check (state in ('draft', 'issued', 'void')),
  series_year smallint,
  series_number integer,
  number text generated always as ('INV-' || series_year::text || '-'
    || lpad(series_number::text, greatest(4, length(series_number::text)), '0')) stored,
  loan_id uuid,
  credits_id uuid,
  customer_name text not null check (length(trim(customer_name)) between 1 and 200),
  customer_address text not null check (length(customer_address) <= 500),
  customer_tax_number text not null check (length(customer_tax_number) <= 60),
  language text not null check (language in ('en', 'ae')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  due_on date not null,
  note text not null check (length(note) <= 2000),
  net_minor bigint not null,
  tax_minor bigint not null,
  total_minor bigint not null check (total_minor = net_minor + tax_minor),
  -- The issuer's details on the day of issue.
  issuer_name text,
  issuer_address text,
  issuer_tax_number text,
  issuer_payment_details text,
  reason text check (length(trim(reason)) between 1 and 500),
  created_by uuid not null references accounts,
  created_at timestamptz not null,
  issued_on date,
  issued_by uuid references accounts,
  voided_at timestamptz,
  voided_by uuid references accounts,
  version integer not null default 1,
  primary key (portfolio_id, id),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id),
  foreign key (portfolio_id, credits_id) references invoices (portfolio_id, id),
  unique (portfolio_id, series_year, series_number),
  unique (portfolio_id, credits_id),
  constraint invoices_numbered_when_issued check (
    (state = 'draft' and num_nonnulls(series_year, series_number, issued_on, issued_by, issuer_name) = 0)
    or (state <> 'draft' and num_nulls(series_year, series_number, issued_on, issued_by, issuer_name) = 0)
  ),
  check ((kind = 'credit-note') = (credits_id is not null)),
  check ((state = 'void') = (voided_at is not null and voided_by is not null)),
  check (state = 'draft' or (kind = 'invoice' and total_minor > 0) or (kind = 'credit-note' and total_minor < 0))
);
create index invoices_by_creation on invoices (portfolio_id, created_at, id);
create index invoices_by_loan on invoices (portfolio_id, loan_id) where loan_id is not null;

create table invoice_lines (
  portfolio_id uuid not null,
  invoice_id uuid not null,
  number smallint not null check (number > 0),
  description text not null check (length(trim(description)) between 1 and 300),
  quantity numeric(9, 3) not null,
  unit_price_minor bigint not null,
  tax_percent numeric(7, 4) not null check (tax_percent between 0 and 100),
  net_minor bigint not null,
  instalment_number smallint,
  part text check (part in ('principal', 'interest', 'fees', 'penalties')),
  primary key (portfolio_id, invoice_id, number),
  foreign key (portfolio_id, invoice_id) references invoices (portfolio_id, id) on delete cascade,
  check ((part is null) = (instalment_number is null))
);

-- Which posted payments pay an invoice. A reversed payment no longer counts.
create table invoice_payments (
  portfolio_id uuid not null,
  invoice_id uuid not null,
  payment_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  linked_by uuid not null references accounts,
  linked_at timestamptz not null,
  primary key (portfolio_id, invoice_id, payment_id),
  foreign key (portfolio_id, invoice_id) references invoices (portfolio_id, id),
  foreign key (portfolio_id, payment_id) references payments (portfolio_id, id)
);
create index invoice_payments_by_payment on invoice_payments (portfolio_id, payment_id);

-- An issued invoice and its lines never change; the invoice can only be voided.
create function keep_issued_invoice() returns trigger language plpgsql as $$
declare kept invoices := new;
begin
  if old.state = 'draft' and tg_op = 'UPDATE' then return new; end if;
  if old.state = 'draft' then return old; end if;
  if tg_op = 'UPDATE' and old.state = 'issued' and new.state = 'void' then
    kept.state := old.state;
    kept.reason := old.reason;
    kept.voided_at := old.voided_at;
    kept.voided_by := old.voided_by;
    kept.version := old.version;
    -- Reckoned after this trigger.
    kept.number := old.number;
    if kept is not distinct from old then return new; end if;
  end if;
  raise exception 'an issued invoice is never changed or removed';
end $$;
create trigger invoices_stay_as_issued before update or delete on invoices
  for each row execute function keep_issued_invoice();

create function keep_issued_lines() returns trigger language plpgsql as $$
declare touched invoice_lines := case when tg_op = 'DELETE' then old else new end;
begin
  if exists (
    select from invoices where portfolio_id = touched.portfolio_id and id = touched.invoice_id
      and state <> 'draft'
  ) then
    raise exception 'the lines of an issued invoice are never changed or removed';
  end if;
  return touched;
end $$;
create trigger invoice_lines_stay_as_issued before insert or update or delete on invoice_lines
  for each row execute function keep_issued_lines();
