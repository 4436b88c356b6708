-- Sums of loans by due day, disbursement, purpose and grade, so that dashboards and analytics need
-- not read every loan: docs/decisions/0100-sums-of-loans-by-part.md.
create table loan_part_sums (
  portfolio_id uuid not null references portfolios,
  -- The fact that the loans have in common: 'due' (an active loan's oldest unpaid day), 'disbursed'
  -- and 'boarded' (the day of disbursement of a loan of this lender, or of one from a tape),
  -- 'purpose' or 'grade'.
  kind text not null,
  part text collate "C",
  team_id uuid,
  agent_id uuid,
  currency text not null,
  loans bigint not null,
  -- The principal of disbursed and boarded loans, the outstanding principal of others.
  amount_minor bigint not null,
  unique nulls not distinct (portfolio_id, kind, part, team_id, agent_id, currency)
) with (fillfactor = 70);

-- Changes of loans that are not yet in the sums of loan_part_sums. Each statement adds separate
-- rows, so that payments never wait for each other.
create table loan_part_changes (
  id bigint generated always as identity primary key,
  portfolio_id uuid not null,
  kind text not null,
  part text collate "C",
  team_id uuid,
  agent_id uuid,
  currency text not null,
  loans bigint not null,
  amount_minor bigint not null
);

create function parts_of_loan(
  status text, next_due_on date, disbursed_on date, import_id uuid, principal_minor bigint,
  outstanding_minor bigint, purpose text, grade text
) returns table (kind text, part text, amount_minor bigint) language sql stable parallel safe as $$
  select part.kind, part.part, part.amount_minor
  from (values
    ('due', to_char($2, 'YYYY-MM-DD'), $6, $1 = 'active'),
    (case when $4 is null then 'disbursed' else 'boarded' end, to_char($3, 'YYYY-MM-DD'), $5,
      $1 in ('active', 'closed', 'written_off')),
    ('purpose', $7, $6, $1 = 'active'),
    ('grade', $8, $6, $1 = 'active')
  ) part (kind, part, amount_minor, is_counted)
  where part.is_counted
$$;

create or replace function total_loan_list_rows() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into loan_totals (portfolio_id, product_id, team_id, agent_id, status, currency, loans,
      principal_minor, outstanding_principal_minor)
    select portfolio_id, product_id, team_id, agent_id, status, currency, count(*),
      sum(principal_minor), sum(outstanding_principal_minor)
    from after_change group by 1, 2, 3, 4, 5, 6;
    insert into loan_part_changes
      (portfolio_id, kind, part, team_id, agent_id, currency, loans, amount_minor)
    select listed.portfolio_id, part.kind, part.part, listed.team_id, listed.agent_id,
      listed.currency, count(*), sum(part.amount_minor)
    from after_change listed
    cross join lateral parts_of_loan(listed.status, listed.next_due_on, listed.disbursed_on,
      listed.import_id, listed.principal_minor, listed.outstanding_principal_minor, listed.purpose,
      listed.grade) part
    group by 1, 2, 3, 4, 5, 6;
  elsif tg_op = 'DELETE' then
    insert into loan_totals (portfolio_id, product_id, team_id, agent_id, status, currency, loans,
      principal_minor, outstanding_principal_minor)
    select portfolio_id, product_id, team_id, agent_id, status, currency, -count(*),
      -sum(principal_minor), -sum(outstanding_principal_minor)
    from before_change group by 1, 2, 3, 4, 5, 6;
    insert into loan_part_changes
      (portfolio_id, kind, part, team_id, agent_id, currency, loans, amount_minor)
    select listed.portfolio_id, part.kind, part.part, listed.team_id, listed.agent_id,
      listed.currency, -count(*), -sum(part.amount_minor)
    from before_change listed
    cross join lateral parts_of_loan(listed.status, listed.next_due_on, listed.disbursed_on,
      listed.import_id, listed.principal_minor, listed.outstanding_principal_minor, listed.purpose,
      listed.grade) part
    group by 1, 2, 3, 4, 5, 6;
  else
    insert into loan_totals (portfolio_id, product_id, team_id, agent_id, status, currency, loans,
      principal_minor, outstanding_principal_minor)
    select portfolio_id, product_id, team_id, agent_id, status, currency, sum(sign),
      sum(sign * principal_minor), sum(sign * outstanding_principal_minor)
    from (
      select 1 as sign, * from after_change union all select -1, * from before_change
    ) change
    group by 1, 2, 3, 4, 5, 6
    having sum(sign) <> 0 or sum(sign * principal_minor) <> 0
      or sum(sign * outstanding_principal_minor) <> 0;
    insert into loan_part_changes
      (portfolio_id, kind, part, team_id, agent_id, currency, loans, amount_minor)
    select listed.portfolio_id, part.kind, part.part, listed.team_id, listed.agent_id,
      listed.currency, sum(sign), sum(sign * part.amount_minor)
    from (
      select 1 as sign, * from after_change union all select -1, * from before_change
    ) listed
    cross join lateral parts_of_loan(listed.status, listed.next_due_on, listed.disbursed_on,
      listed.import_id, listed.principal_minor, listed.outstanding_principal_minor, listed.purpose,
      listed.grade) part
    group by 1, 2, 3, 4, 5, 6
    having sum(sign) <> 0 or sum(sign * part.amount_minor) <> 0;
  end if;
  return null;
end $$;
