-- Month ends of what a team or an agent holds now, so that they need not read each of their loans:
-- docs/decisions/0101-month-ends-of-holders.md. A holder is a team or an agent. A loan counts for both.

-- The holders under which stored month ends are in the sums.
alter table loan_month_ends
  add column team_id uuid,
  add column agent_id uuid;

create table held_month_end_sums (
  portfolio_id uuid not null references portfolios,
  holder_id uuid not null,
  "on" date not null,
  currency text not null,
  bucket text not null,
  was text,
  vintage date,
  loans integer not null,
  outstanding_minor bigint not null,
  formerly_minor bigint not null,
  unique nulls not distinct (portfolio_id, holder_id, "on", currency, bucket, was, vintage)
) with (fillfactor = 70);

-- The version before stores month ends without their holders. It tries again until it has ended, and
-- readers replay the marked loans.
create function need_holders_of_month_ends() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('bursar.stores_holders', true), '') <> 'on' then
    raise exception 'this version does not store the holders of month ends' using errcode = '55P03';
  end if;
  return null;
end $$;
create trigger loan_month_ends_need_holders before insert or delete on loan_month_ends
  for each statement execute function need_holders_of_month_ends();
