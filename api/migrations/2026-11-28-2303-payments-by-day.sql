-- Orders the payments of a day as lists show them, so that a page need not sort all of the day.
create index if not exists payments_by_value_date on payments (portfolio_id, value_date, id);
drop index payments_by_day;
alter index payments_by_value_date rename to payments_by_day;
