-- Terms of a loan product for new loans. A version of a product never changes: docs/decisions/0049.
alter table products add column archived_at timestamptz;

create table product_versions (
  portfolio_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  number integer not null check (number > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  schedule_method text not null check (schedule_method in (
    'equal_instalments', 'equal_principal', 'flat', 'interest_only', 'bullet'
  )),
  day_count text not null check (day_count in (
    '30/360', '30/360 US', '30E/360', 'ACT/360', 'ACT/365F', 'ACT/ACT ISDA'
  )),
  frequency_unit text not null check (frequency_unit in ('days', 'weeks', 'months')),
  frequency_every smallint not null check (frequency_every between 1 and 366),
  instalment_count smallint not null,
  instalment_count_min smallint not null check (instalment_count_min >= 1),
  instalment_count_max smallint not null check (instalment_count_max <= 600),
  principal_min_minor bigint not null check (principal_min_minor > 0),
  principal_max_minor bigint not null,
  annual_rate_percent numeric(10, 6) not null,
  annual_rate_min_percent numeric(10, 6) not null check (annual_rate_min_percent >= 0),
  annual_rate_max_percent numeric(10, 6) not null check (annual_rate_max_percent <= 1000),
  instalment_rounding text not null check (instalment_rounding in (
    'half_even', 'half_up', 'up', 'down'
  )),
  grace_principal smallint not null check (grace_principal >= 0),
  grace_interest smallint not null check (grace_interest >= 0),
  disbursement_fee_minor bigint check (disbursement_fee_minor > 0),
  disbursement_fee_percent numeric(7, 4) check (disbursement_fee_percent between 0 and 100),
  instalment_fee_minor bigint check (instalment_fee_minor > 0),
  instalment_fee_percent numeric(7, 4) check (instalment_fee_percent between 0 and 100),
  penalty_minor bigint check (penalty_minor > 0),
  -- Percent per year of the overdue amount.
  penalty_percent numeric(7, 4) check (penalty_percent between 0 and 100),
  penalty_grace_days smallint check (penalty_grace_days between 0 and 365),
  penalty_cap_minor bigint check (penalty_cap_minor > 0),
  allocation_order text not null check (allocation_order in (
    'penalties_fees_interest_principal', 'interest_principal_penalties_fees', 'principal_first'
  )),
  day_off_rule text not null check (day_off_rule in (
    'as_is', 'following', 'modified_following', 'preceding'
  )),
  made_by uuid not null references accounts,
  made_at timestamptz not null,
  primary key (portfolio_id, id),
  unique (portfolio_id, product_id, number),
  unique (portfolio_id, product_id, id),
  foreign key (portfolio_id, product_id) references products (portfolio_id, id),
  check (instalment_count between instalment_count_min and instalment_count_max),
  check (principal_min_minor <= principal_max_minor),
  check (annual_rate_percent between annual_rate_min_percent and annual_rate_max_percent),
  check (greatest(grace_principal, grace_interest) < instalment_count_min),
  check (num_nonnulls(disbursement_fee_minor, disbursement_fee_percent) <= 1),
  check (disbursement_fee_minor is null or disbursement_fee_minor < principal_min_minor),
  check (num_nonnulls(instalment_fee_minor, instalment_fee_percent) <= 1),
  check (num_nonnulls(penalty_minor, penalty_percent) <= 1),
  check ((penalty_grace_days is not null) = (num_nonnulls(penalty_minor, penalty_percent) = 1)),
  check (penalty_cap_minor is null or penalty_grace_days is not null)
);
create trigger product_versions_append_only before update or delete or truncate on product_versions
  for each statement execute function refuse_change();
revoke update, delete on product_versions from bursar_app;

-- The versions of a product are numbered without gaps, in the order in which they are inserted.
create function number_product_version() returns trigger language plpgsql as $$
declare last integer;
begin
  select coalesce(max(number), 0) into last from product_versions
  where portfolio_id = new.portfolio_id and product_id = new.product_id;
  if new.number <> last + 1 then
    raise exception 'version % of a product follows its version %', last + 1, last;
  end if;
  return new;
end $$;
create trigger product_versions_follow_each_other before insert on product_versions
  for each row execute function number_product_version();

-- The product version from which the loan was made; null if a tape brought the loan with other
-- terms.
alter table loans add column product_version_id uuid,
  add foreign key (portfolio_id, product_id, product_version_id)
    references product_versions (portfolio_id, product_id, id);
create index loans_by_product_version on loans (portfolio_id, product_version_id)
  where product_version_id is not null;
