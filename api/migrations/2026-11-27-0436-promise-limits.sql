-- A promise beyond these limits waits for approval: docs/decisions/0066. Null means no limit.
alter table portfolios
  add promise_days_ahead smallint default 60 check (promise_days_ahead between 0 and 366),
  add promise_share_percent smallint default 25 check (promise_share_percent between 1 and 100),
  add promise_broken_most smallint default 2 check (promise_broken_most between 0 and 1000);
