-- Digital assets pledged for loans. Pledges, releases and prices never change: another row corrects
-- a wrong one.

create table digital_assets (
  portfolio_id uuid not null references portfolios,
  id uuid not null,
  symbol text not null check (symbol ~ '^[A-Z0-9.]{1,12}$'),
  name text not null check (length(trim(name)) between 1 and 80),
  decimals smallint not null check (decimals between 0 and 18),
  created_by uuid not null references accounts,
  created_at timestamptz not null,
  primary key (portfolio_id, id)
);
create unique index digital_assets_symbol_once on digital_assets (portfolio_id, symbol);
create trigger digital_assets_append_only before update or delete or truncate on digital_assets
  for each statement execute function refuse_change();
revoke update, delete on digital_assets from bursar_app;

-- The price of one unit of an asset, as a user entered it. The product does not fetch prices.
create table asset_prices (
  portfolio_id uuid not null,
  id uuid not null,
  asset_id uuid not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  price numeric not null check (price > 0 and price < 1e12 and scale(price) <= 18),
  priced_at timestamptz not null,
  source text not null check (length(trim(source)) between 1 and 120),
  -- The file from which the price was read; null if a user typed it.
  file_id uuid,
  entered_by uuid not null references accounts,
  entered_at timestamptz not null,
  number bigint not null default nextval('event_numbers'),
  primary key (portfolio_id, id),
  foreign key (portfolio_id, asset_id) references digital_assets (portfolio_id, id),
  check (priced_at <= entered_at)
);
create index asset_prices_latest
  on asset_prices (portfolio_id, asset_id, currency, priced_at desc, number desc);
create trigger asset_prices_append_only before update or delete or truncate on asset_prices
  for each statement execute function refuse_change();
revoke update, delete on asset_prices from bursar_app;

create table asset_price_withdrawals (
  portfolio_id uuid not null,
  id uuid not null,
  price_id uuid not null,
  reason text not null check (length(trim(reason)) between 1 and 500),
  withdrawn_by uuid not null references accounts,
  withdrawn_at timestamptz not null,
  primary key (portfolio_id, id),
  foreign key (portfolio_id, price_id) references asset_prices (portfolio_id, id)
);
create unique index asset_price_withdrawals_once
  on asset_price_withdrawals (portfolio_id, price_id);
create trigger asset_price_withdrawals_append_only
  before update or delete or truncate on asset_price_withdrawals
  for each statement execute function refuse_change();
revoke update, delete on asset_price_withdrawals from bursar_app;

create view standing_asset_prices as
select * from asset_prices price
where not exists (
  select from asset_price_withdrawals withdrawal
  where withdrawal.portfolio_id = price.portfolio_id and withdrawal.price_id = price.id
);

create table collateral_events (
  portfolio_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  asset_id uuid not null,
  event text not null check (event in ('pledge', 'release', 'undo-pledge', 'undo-release')),
  quantity numeric not null check (quantity > 0 and quantity < 1e15 and scale(quantity) <= 18),
  change numeric not null generated always as
    (case when event in ('pledge', 'undo-release') then quantity else -quantity end) stored,
  -- An event that undoes another has the same value date, so the quantity is right on the days
  -- between too.
  value_date date not null,
  custody text not null check (length(custody) <= 200),
  reason text not null check (length(reason) <= 500),
  opposes_id uuid,
  made_by uuid not null references accounts,
  made_at timestamptz not null,
  number bigint not null default nextval('event_numbers'),
  primary key (portfolio_id, id),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id),
  foreign key (portfolio_id, asset_id) references digital_assets (portfolio_id, id),
  foreign key (portfolio_id, opposes_id) references collateral_events (portfolio_id, id),
  check ((opposes_id is null) = (event in ('pledge', 'release'))),
  check (opposes_id is null or trim(reason) <> '')
);
create index collateral_events_by_loan
  on collateral_events (portfolio_id, loan_id, asset_id, value_date);
create index collateral_events_by_asset on collateral_events (portfolio_id, asset_id);
create unique index collateral_events_opposed_once on collateral_events (portfolio_id, opposes_id);
create trigger collateral_events_append_only before update or delete or truncate on collateral_events
  for each statement execute function refuse_change();
revoke update, delete on collateral_events from bursar_app;

/* Refuses an event after which, at the end of any day, less than nothing of the asset would be held
   for the loan. Commands lock the loan, so two of them cannot both release the last of it. */
create function check_collateral_is_held() returns trigger language plpgsql as $$
begin
  if exists (
    select from (
      select sum(sum(event.change)) over (order by event.value_date) as held
      from collateral_events event
      where event.portfolio_id = new.portfolio_id and event.loan_id = new.loan_id
        and event.asset_id = new.asset_id
      group by event.value_date
    ) day where held < 0
  ) then
    raise exception 'more of the asset is released than is held'
      using errcode = 'check_violation', constraint = 'collateral_is_held';
  end if;
  return null;
end
$$;
create trigger collateral_is_held after insert on collateral_events
  for each row execute function check_collateral_is_held();

-- The loan-to-value from which a portfolio watches a loan, the one from which it calls for more
-- collateral, and the maximum age of a price.
create table margin_lines (
  portfolio_id uuid primary key references portfolios,
  warning_bps int not null check (warning_bps between 1 and 100000),
  call_bps int not null check (call_bps between 1 and 100000),
  price_max_age_hours int not null check (price_max_age_hours between 1 and 8760),
  version int not null default 1,
  changed_by uuid not null references accounts,
  changed_at timestamptz not null,
  check (warning_bps < call_bps)
);
