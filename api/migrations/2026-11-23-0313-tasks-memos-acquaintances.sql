create table tasks (
  id uuid primary key,
  portfolio_id uuid references portfolios (id),
  owner_id uuid not null references accounts (id),
  assignee_id uuid not null references accounts (id),
  title text not null check (length(trim(title)) between 1 and 200),
  details text not null check (length(details) <= 4000),
  due_on date,
  priority text not null check (priority in ('low', 'normal', 'high')),
  loan_id uuid,
  done_at timestamptz,
  -- When the task was moved to the trash, where it stays until it is restored or erased.
  removed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id),
  check (loan_id is null or portfolio_id is not null)
);
create index tasks_by_owner on tasks (owner_id);
create index tasks_by_assignee on tasks (assignee_id);

create table memos (
  id uuid primary key,
  portfolio_id uuid references portfolios (id),
  owner_id uuid not null references accounts (id),
  is_shared boolean not null,
  title text not null check (length(trim(title)) between 1 and 200),
  text text not null check (length(text) <= 20000),
  colour text not null check (colour in ('lapis', 'sky', 'teal', 'ochre', 'violet', 'slate')),
  tags text[] not null check (cardinality(tags) <= 10),
  version integer not null default 1,
  created_at timestamptz not null
);
create index memos_by_owner on memos (owner_id);
create index memos_shared on memos (portfolio_id) where is_shared;

-- Notes that a user marked as favourites, including notes that another user shares.
create table memo_favourites (
  account_id uuid not null references accounts (id),
  memo_id uuid not null references memos (id) on delete cascade,
  primary key (account_id, memo_id)
);

create table acquaintances (
  id uuid primary key,
  portfolio_id uuid references portfolios (id),
  owner_id uuid not null references accounts (id),
  is_shared boolean not null,
  name text not null check (length(trim(name)) between 1 and 200),
  organisation text not null check (length(organisation) <= 200),
  occupation text not null check (length(occupation) <= 200),
  email text not null check (length(email) <= 254),
  phone text not null check (length(phone) <= 40),
  address text not null check (length(address) <= 500),
  details text not null check (length(details) <= 4000),
  version integer not null default 1,
  created_at timestamptz not null
);
create index acquaintances_by_owner on acquaintances (owner_id);
create index acquaintances_shared on acquaintances (portfolio_id) where is_shared;
