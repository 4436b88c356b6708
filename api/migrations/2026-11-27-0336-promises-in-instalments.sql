-- A promise to pay has one line or several, each with its own day, amount and state. Each row of
-- promises is one line; the id of the first line is the id of the whole promise.
alter table promises
  add agreement_id uuid,
  add line smallint not null default 1 check (line >= 1),
  -- The promise that replaced this one, or that was made after its last day.
  add replaced_by uuid;

update promises set agreement_id = id;
update promises promise set replaced_by = newer.id
from (
  select portfolio_id, id as earlier_id,
    lead(id) over (partition by portfolio_id, loan_id order by number, made_at, id) as id
  from promises
) newer
where newer.portfolio_id = promise.portfolio_id and newer.earlier_id = promise.id
  and promise.replaced_at is not null;

alter table promises
  alter agreement_id set not null,
  add foreign key (portfolio_id, agreement_id) references promises (portfolio_id, id),
  add foreign key (portfolio_id, replaced_by) references promises (portfolio_id, id),
  add constraint promises_first_line check ((line = 1) = (id = agreement_id)),
  add constraint promises_replaced_by check (replaced_by is null or replaced_at is not null);

create unique index promises_lines on promises (portfolio_id, agreement_id, line);
-- Another promise can be added to one that waits, so a loan has several current lines.
drop index promises_newest;
create index promises_current on promises (portfolio_id, loan_id, promised_on)
  where replaced_at is null;
