-- A file of borrowers that was booked: once under its id, all of its new ones or none.
create table borrower_imports (
  portfolio_id uuid not null references portfolios,
  id uuid not null,
  file_name text not null,
  file_sha256 bytea not null,
  taken integer not null check (taken >= 0),
  -- Rows of borrowers who were on record already, and were left as they are.
  known integer not null check (known >= 0),
  booked_by uuid not null references accounts,
  booked_at timestamptz not null,
  primary key (portfolio_id, id)
);
create trigger borrower_imports_append_only before update or delete or truncate on borrower_imports
  for each statement execute function refuse_change();
revoke update, delete on borrower_imports from bursar_app;
