-- How a price list was read, by its headings, so that the next list with them needs no decision.
create table price_layouts (
  portfolio_id uuid not null references portfolios,
  -- The hash of the headings.
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  -- The last imported file with these headings.
  file_name text not null,
  -- Null if the headings say what the columns are.
  columns jsonb,
  answers jsonb not null,
  -- Null if the table was found without a choice.
  table_choice jsonb,
  -- The source of prices whose row states none; empty if nobody gave one.
  source text not null,
  imported_by uuid not null references accounts,
  imported_at timestamptz not null,
  primary key (portfolio_id, fingerprint)
);
