-- A portfolio of demo data is marked when it is created; only such a portfolio can be removed. Its
-- rows stay, because ledger, payments and audit trail are append-only: docs/decisions/0092.
alter table portfolios
  add column is_demo boolean not null default false,
  add column removed_at timestamptz,
  add constraint portfolios_only_demos_are_removed check (removed_at is null or is_demo);

create unique index portfolios_one_demo on portfolios (is_demo) where is_demo and removed_at is null;

create function keep_demo_mark() returns trigger language plpgsql as $$
begin
  if new.is_demo <> old.is_demo or (old.removed_at is not null and new.removed_at is null) then
    raise exception 'a portfolio keeps its demo mark, and a removed one stays removed';
  end if;
  return new;
end $$;

create trigger portfolios_keep_demo_mark before update of is_demo, removed_at on portfolios
  for each row execute function keep_demo_mark();

-- Processes cache the ids of demo portfolios in the sessions of administrators, who must not see
-- these portfolios. So the insert of a demo portfolio notifies the processes.
create trigger portfolios_demo_notify after insert on portfolios
  for each row when (new.is_demo) execute function notify_sessions();
