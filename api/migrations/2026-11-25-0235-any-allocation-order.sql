-- Returns whether a text is an order for the allocation of payments: a usual order by its name, or
-- another order of the four components, each of them once.
create function is_allocation_order(name text) returns boolean
language sql immutable parallel safe return
  name in (
    'penalties_fees_interest_principal', 'interest_principal_penalties_fees', 'principal_first'
  ) or (
    name not in (
      'penalty_fee_interest_principal', 'interest_principal_penalty_fee',
      'principal_interest_penalty_fee'
    ) and (
      select array_agg(portion order by portion) = array['fee', 'interest', 'penalty', 'principal']
      from string_to_table(name, '_') portion
    )
  );

alter table product_versions drop constraint product_versions_allocation_order_check,
  add constraint product_versions_allocation_order_check check (is_allocation_order(allocation_order));
alter table products drop constraint products_allocation_order_check,
  add constraint products_allocation_order_check check (is_allocation_order(allocation_order));
