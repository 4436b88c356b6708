-- The logo on documents, mails and the sign-in page. It has a separate table, because few calls
-- need its bytes.
create table company_logos (
  is_only boolean primary key default true check (is_only),
  id uuid not null,
  content bytea not null check (length(content) between 1 and 131072),
  changed_by uuid not null references accounts (id),
  changed_at timestamptz not null
);
