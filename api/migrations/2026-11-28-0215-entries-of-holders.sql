-- Entries add to the sums of the loan's holders too. No holder is missed: a loan has its row of
-- loan_state before its entries, or gets a row without a holder in the same statement.
create or replace function ledger_lines_must_balance() returns trigger language plpgsql
  set enable_seqscan to off
as $$
declare
  broken uuid;
  unknown text;
begin
  select account into unknown from inserted
  where not exists (select from ledger_accounts known where known.name = inserted.account)
  limit 1;
  if unknown is not null then
    raise exception 'the ledger has no account %', unknown using errcode = '23503';
  end if;
  select transaction_id into broken
  from inserted
  group by portfolio_id, transaction_id, currency
  having sum(debit_minor) <> sum(credit_minor) or count(*) < 2
  limit 1;
  if broken is not null then
    raise exception 'ledger transaction % does not balance', broken using errcode = '23514';
  end if;
  with entered as materialized (
    select line.portfolio_id, entry.loan_id, entry.value_date as day, line.account, line.currency,
      sum(line.debit_minor) as debit_minor, sum(line.credit_minor) as credit_minor, count(*) as lines
    from inserted line
    cross join lateral (
      select booked.value_date, booked.loan_id from ledger_transactions booked
      where booked.portfolio_id = line.portfolio_id and booked.id = line.transaction_id
      offset 0
    ) entry
    group by 1, 2, 3, 4, 5
  ), added as (
    insert into ledger_day_changes
      (portfolio_id, day, account, currency, debit_minor, credit_minor, lines)
    select portfolio_id, day, account, currency, sum(debit_minor), sum(credit_minor), sum(lines)
    from entered group by 1, 2, 3, 4
  )
  insert into held_ledger_day_changes
    (portfolio_id, holder_id, day, account, currency, debit_minor, credit_minor, lines)
  select entered.portfolio_id, holder.id, entered.day, entered.account, entered.currency,
    sum(entered.debit_minor), sum(entered.credit_minor), sum(entered.lines)
  from entered
  cross join lateral (
    select state.team_id, state.agent_id from loan_state state
    where state.portfolio_id = entered.portfolio_id and state.loan_id = entered.loan_id
      and state.team_id is not null
    offset 0
  ) state
  cross join lateral (values (state.team_id), (state.agent_id)) holder (id)
  where holder.id is not null
  group by 1, 2, 3, 4, 5;
  return null;
end $$;
