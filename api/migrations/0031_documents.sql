-- Documents of a loan. Their contents are files outside the database, named by the id of the row.
-- The row of a withdrawn document stays with its digest; its file is deleted.

create table documents (
  portfolio_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  name text not null check (length(name) between 1 and 180),
  media_type text not null check (media_type ~ '^[a-z]+/[a-z0-9.+-]+$'),
  bytes bigint not null check (bytes > 0),
  sha256 bytea not null check (length(sha256) = 32),
  scan text not null check (scan in ('clean', 'not-scanned')),
  filed_by uuid not null references accounts,
  filed_at timestamptz not null,
  withdrawn_by uuid references accounts,
  withdrawn_at timestamptz,
  withdrawn_reason text check (length(trim(withdrawn_reason)) between 1 and 500),
  primary key (portfolio_id, id),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id),
  check (num_nulls(withdrawn_by, withdrawn_at, withdrawn_reason) in (0, 3))
);
create index documents_by_loan on documents (portfolio_id, loan_id, filed_at desc, id desc);
