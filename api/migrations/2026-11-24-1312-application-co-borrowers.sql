-- Co-borrowers of an application; each becomes a party of the loan at disbursement. The rows stay
-- as they were sent: if a borrower was merged into another, readers use the other borrower.
create table application_co_borrowers (
  portfolio_id uuid not null,
  application_id uuid not null,
  borrower_id uuid not null,
  place smallint not null check (place > 0),
  primary key (portfolio_id, application_id, borrower_id),
  unique (portfolio_id, application_id, place),
  foreign key (portfolio_id, application_id) references loan_applications (portfolio_id, id),
  foreign key (portfolio_id, borrower_id) references borrowers (portfolio_id, id)
);
create index application_co_borrowers_by_borrower
  on application_co_borrowers (portfolio_id, borrower_id);
create trigger application_co_borrowers_append_only
  before update or delete or truncate on application_co_borrowers
  for each statement execute function refuse_change();
revoke update, delete on application_co_borrowers from bursar_app;
