-- Notes of users on a loan. A note never changes; a wrong note is struck with a reason and stays
-- readable.

create table notes (
  portfolio_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  text text not null check (length(trim(text)) between 1 and 4000),
  written_by uuid not null references accounts,
  written_at timestamptz not null,
  primary key (portfolio_id, id),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id)
);
create index notes_by_loan on notes (portfolio_id, loan_id, written_at desc, id desc);

create table note_mentions (
  portfolio_id uuid not null,
  note_id uuid not null,
  account_id uuid not null,
  primary key (portfolio_id, note_id, account_id),
  foreign key (portfolio_id, note_id) references notes (portfolio_id, id),
  foreign key (portfolio_id, account_id) references accounts (portfolio_id, id)
);

create table note_strikes (
  portfolio_id uuid not null,
  note_id uuid not null,
  reason text not null check (length(trim(reason)) between 1 and 500),
  struck_at timestamptz not null,
  primary key (portfolio_id, note_id),
  foreign key (portfolio_id, note_id) references notes (portfolio_id, id)
);

create trigger notes_append_only before update or delete or truncate on notes
  for each statement execute function refuse_change();
create trigger note_mentions_append_only before update or delete or truncate on note_mentions
  for each statement execute function refuse_change();
create trigger note_strikes_append_only before update or delete or truncate on note_strikes
  for each statement execute function refuse_change();

-- The note that is shown above the other notes of a loan; at most one per loan.
create table pinned_notes (
  portfolio_id uuid not null,
  loan_id uuid not null,
  note_id uuid not null,
  primary key (portfolio_id, loan_id),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id),
  foreign key (portfolio_id, note_id) references notes (portfolio_id, id)
);
