-- How the columns of a bank's table with these headings were read, with the user's answers to
-- questions about them. The next file with these headings is read in the same way without asking.
create table bank_layouts (
  portfolio_id uuid not null references portfolios,
  -- The hash of the headings.
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  name text not null check (length(name) between 1 and 100),
  columns jsonb not null,
  -- True if a user chose the columns; false if the headings name them.
  is_chosen boolean not null,
  answers jsonb not null,
  changed_by uuid not null references accounts,
  changed_at timestamptz not null,
  primary key (portfolio_id, fingerprint)
);

-- The fingerprint is no foreign key: a file still has it after its layout was removed.
alter table bank_files
  add layout_fingerprint text,
  add balance_check text check (balance_check in ('agrees', 'has-gaps'));
