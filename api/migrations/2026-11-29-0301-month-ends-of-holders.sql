-- Month ends of the loans that a team or an agent holds now, so that their reports need not read
-- each loan: docs/decisions/0101-month-ends-of-holders.md. A holder is a team or an agent. A loan
-- counts for both.

-- The team and agent in whose sums the stored month ends are counted.
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

-- The previous version of Bursar stores month ends without their holders. The trigger refuses its
-- writes, so it retries until it is stopped, and readers replay the marked loans.
create function need_holders_of_month_ends() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('bursar.stores_holders', true), '') <> 'on' then
    raise exception 'this version does not store the holders of month ends' using errcode = '55P03';
  end if;
  return null;
end $$;
create trigger loan_month_ends_need_holders before insert or delete on loan_month_ends
  for each statement execute function need_holders_of_month_ends();
