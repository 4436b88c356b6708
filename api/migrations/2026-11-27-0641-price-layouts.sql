-- How a price list with these headings was read, so that the next list with them needs no decision.
create table price_layouts (
  portfolio_id uuid not null references portfolios,
  -- The hash of the headings.
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  -- The last imported file with these headings.
  file_name text not null,
  -- The columns that a user chose; null if the headings name them.
  columns jsonb,
  answers jsonb not null,
  -- The place of the table that a user chose; null if it was found without a choice.
  table_choice jsonb,
  -- The source of prices in rows that state none; empty if the user gave none.
  source text not null,
  imported_by uuid not null references accounts,
  imported_at timestamptz not null,
  primary key (portfolio_id, fingerprint)
);
