-- Loans that one end of day skipped and a later one processed.
create table closing_retries (
  portfolio_id uuid not null,
  day date not null,
  loan_id uuid not null,
  done_on date not null check (done_on > day),
  primary key (portfolio_id, day, loan_id),
  foreign key (portfolio_id, day, loan_id) references closing_exceptions,
  foreign key (portfolio_id, done_on) references closings
);

create trigger closing_retries_append_only before update or delete or truncate on closing_retries
  for each statement execute function refuse_change();
revoke update, delete on closing_retries from bursar_app;
