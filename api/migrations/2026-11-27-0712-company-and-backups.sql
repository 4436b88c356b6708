-- The lender who runs the installation. Documents name it until the portfolio has an issuer.
create table companies (
  is_only boolean primary key default true check (is_only),
  id uuid not null,
  legal_name text not null check (length(trim(legal_name)) between 1 and 200),
  address text not null check (length(address) <= 500),
  registration_number text not null check (length(registration_number) <= 60),
  version integer not null check (version >= 1),
  changed_by uuid not null references accounts (id),
  changed_at timestamptz not null
);

-- Backups that were taken. checked_at is when a backup was read back.
create table backups (
  taken_at timestamptz primary key,
  file_name text not null check (length(file_name) between 1 and 500),
  bytes bigint not null check (bytes > 0),
  row_count bigint not null check (row_count >= 0),
  document_count bigint not null check (document_count >= 0),
  lost_documents integer not null check (lost_documents >= 0),
  checked_at timestamptz
);
