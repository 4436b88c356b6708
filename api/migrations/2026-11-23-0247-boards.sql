create table boards (
  id uuid primary key,
  portfolio_id uuid references portfolios (id),
  owner_id uuid not null references accounts (id),
  is_shared boolean not null,
  title text not null check (length(trim(title)) between 1 and 200),
  version integer not null default 1,
  created_at timestamptz not null
);
create index boards_by_owner on boards (owner_id);
create index boards_shared on boards (portfolio_id) where is_shared;

-- Ranks are texts that sort byte by byte. There is always room for another between any two, so
-- moving a column or card updates only its own row.
create table board_columns (
  id uuid primary key,
  portfolio_id uuid references portfolios (id),
  owner_id uuid not null references accounts (id),
  board_id uuid not null references boards (id) on delete cascade,
  title text not null check (length(trim(title)) between 1 and 200),
  rank text collate "C" not null check (length(rank) between 1 and 2000),
  version integer not null default 1,
  created_at timestamptz not null,
  unique (board_id, id),
  unique (board_id, rank)
);

create table board_cards (
  id uuid primary key,
  portfolio_id uuid references portfolios (id),
  owner_id uuid not null references accounts (id),
  board_id uuid not null references boards (id) on delete cascade,
  column_id uuid not null,
  title text not null check (length(trim(title)) between 1 and 200),
  details text not null check (length(details) <= 4000),
  assignee_id uuid references accounts (id),
  due_on date,
  labels text[] not null check (cardinality(labels) <= 5),
  rank text collate "C" not null check (length(rank) between 1 and 2000),
  version integer not null default 1,
  created_at timestamptz not null,
  -- Checked at the end of the transaction, because one statement deletes a board with its columns
  -- and cards.
  constraint board_cards_column foreign key (board_id, column_id)
    references board_columns (board_id, id) deferrable initially deferred,
  unique (column_id, rank)
);
create index board_cards_by_board on board_cards (board_id);
