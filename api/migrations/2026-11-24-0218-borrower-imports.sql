-- A booked file of borrowers. It is booked once under its id, with all of its new borrowers or
-- none.
create table borrower_imports (
  portfolio_id uuid not null references portfolios,
  id uuid not null,
  file_name text not null,
  file_sha256 bytea not null,
  taken integer not null check (taken >= 0),
  -- Number of rows whose borrower already existed and was not changed.
  known integer not null check (known >= 0),
  booked_by uuid not null references accounts,
  booked_at timestamptz not null,
  primary key (portfolio_id, id)
);
create trigger borrower_imports_append_only before update or delete or truncate on borrower_imports
  for each statement execute function refuse_change();
revoke update, delete on borrower_imports from bursar_app;
