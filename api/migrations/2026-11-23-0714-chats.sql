-- Chats between two users, and groups with a name.
create table chats (
  id uuid primary key,
  portfolio_id uuid references portfolios (id),
  -- The user who created the chat; in a group, the member who manages it now.
  owner_id uuid not null references accounts (id),
  name text check (length(trim(name)) between 1 and 80),
  -- The lower and the higher account id of a chat between two users, so that they have only one.
  low_id uuid references accounts (id),
  high_id uuid references accounts (id),
  -- The last number of a message, and the last revision, which counts new and changed messages.
  -- Both are drawn under a lock on this row.
  last_number integer not null default 0,
  last_revision integer not null default 0,
  last_at timestamptz not null,
  created_at timestamptz not null,
  check (num_nulls(low_id, high_id) in (0, 2)),
  check ((name is null) = (low_id is not null)),
  check (low_id < high_id)
);
create unique index chats_of_two on chats (low_id, high_id);

create table chat_members (
  chat_id uuid not null references chats (id),
  account_id uuid not null references accounts (id),
  -- The number of the last message that the member has seen.
  read_number integer not null default 0,
  joined_at timestamptz not null,
  primary key (chat_id, account_id)
);
create index chat_members_by_account on chat_members (account_id);

create table chat_messages (
  chat_id uuid not null references chats (id),
  number integer not null,
  id uuid not null,
  portfolio_id uuid references portfolios (id),
  revision integer not null,
  author_id uuid not null references accounts (id),
  text text not null check (length(text) <= 4000),
  -- For messages that no member wrote: the change of the group and the members concerned.
  event text check (event in ('create', 'rename', 'add', 'remove', 'leave')),
  people uuid[] not null default '{}',
  file_name text check (length(file_name) between 1 and 180),
  media_type text,
  bytes bigint check (bytes > 0),
  sha256 bytea check (length(sha256) = 32),
  scan text check (scan in ('clean', 'not-scanned')),
  sent_at timestamptz not null,
  edited_at timestamptz,
  removed_at timestamptz,
  primary key (chat_id, number),
  unique (chat_id, id),
  check (num_nulls(file_name, media_type, bytes, sha256, scan) in (0, 5)),
  -- A removed message loses its text and file; only its row stays.
  check (removed_at is null or (text = '' and file_name is null)),
  check (removed_at is not null or event is not null or file_name is not null
    or length(trim(text)) > 0)
);
create unique index chat_messages_by_revision on chat_messages (chat_id, revision);
