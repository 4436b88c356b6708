-- A conversation of mails. It has the id of its first mail.
create table internal_mail_threads (
  id uuid primary key,
  portfolio_id uuid references portfolios (id)
);

create table internal_mails (
  id uuid primary key,
  thread_id uuid not null references internal_mail_threads (id),
  sender_id uuid not null references accounts (id),
  subject text not null check (length(subject) <= 200),
  -- HTML that the server has cleaned, so it can be shown as it is.
  html text not null check (length(html) <= 400000),
  words text not null,
  -- The text that search compares, in its search form.
  found_by text not null default '',
  changed_at timestamptz not null,
  sent_at timestamptz
);
create index internal_mails_by_thread on internal_mails (thread_id);
create index internal_mail_drafts on internal_mails (sender_id, changed_at desc) where sent_at is null;

create function refuse_change_of_sent_mail() returns trigger language plpgsql as $$
begin
  raise exception 'internal mail % was sent: it is not changed any more', old.id;
end $$;
create trigger sent_mail_stays before update on internal_mails
  for each row when (old.sent_at is not null) execute function refuse_change_of_sent_mail();

-- The addressees as the sender chose them: a person or a whole team.
create table internal_mail_addressees (
  mail_id uuid not null references internal_mails (id) on delete cascade,
  place integer not null,
  account_id uuid references accounts (id),
  portfolio_id uuid,
  team_id uuid,
  primary key (mail_id, place),
  foreign key (portfolio_id, team_id) references teams (portfolio_id, id),
  check ((account_id is null) <> (team_id is null)),
  check ((team_id is null) = (portfolio_id is null))
);

-- The state of a conversation for one user.
create table internal_mail_boxes (
  account_id uuid not null references accounts (id),
  thread_id uuid not null references internal_mail_threads (id),
  place text not null check (place in ('inbox', 'archive', 'trash')),
  is_unread boolean not null,
  is_starred boolean not null default false,
  last_at timestamptz not null,
  received_at timestamptz,
  sent_at timestamptz,
  primary key (account_id, thread_id),
  check (received_at is not null or sent_at is not null)
);
create index internal_mail_boxes_by_thread on internal_mail_boxes (thread_id);
create index internal_mail_boxes_by_place on internal_mail_boxes (account_id, place, last_at desc);
create index internal_mail_unread on internal_mail_boxes (account_id)
  where is_unread and place = 'inbox';

-- Users who may read a mail: the sender and the addressees, with the members of addressed teams at
-- the time of sending.
create table internal_mail_copies (
  account_id uuid not null,
  thread_id uuid not null,
  mail_id uuid not null references internal_mails (id),
  primary key (account_id, mail_id),
  foreign key (account_id, thread_id)
    references internal_mail_boxes (account_id, thread_id) on delete cascade
);
create index internal_mail_copies_by_box on internal_mail_copies (account_id, thread_id);
create index internal_mail_copies_by_mail on internal_mail_copies (mail_id);

create table internal_mail_labels (
  id uuid primary key,
  portfolio_id uuid references portfolios (id),
  owner_id uuid not null references accounts (id),
  name text not null check (length(trim(name)) between 1 and 40),
  colour text not null check (colour in ('lapis', 'sky', 'teal', 'ochre', 'violet', 'slate')),
  version integer not null default 1,
  created_at timestamptz not null,
  unique (owner_id, id)
);
create unique index internal_mail_label_names on internal_mail_labels (owner_id, lower(name));

create table internal_mail_labelled (
  account_id uuid not null,
  thread_id uuid not null,
  label_id uuid not null,
  primary key (account_id, thread_id, label_id),
  foreign key (account_id, thread_id)
    references internal_mail_boxes (account_id, thread_id) on delete cascade,
  foreign key (account_id, label_id)
    references internal_mail_labels (owner_id, id) on delete cascade
);
create index internal_mail_labelled_by_label on internal_mail_labelled (account_id, label_id);

-- An uploaded file. Its content is outside the database, like the content of documents.
create table internal_mail_files (
  id uuid primary key,
  portfolio_id uuid references portfolios (id),
  owner_id uuid not null references accounts (id),
  name text not null,
  media_type text not null,
  bytes integer not null check (bytes > 0),
  sha256 bytea not null check (length(sha256) = 32),
  scan text not null check (scan in ('clean', 'not-scanned')),
  filed_at timestamptz not null
);

create table internal_mail_attachments (
  mail_id uuid not null references internal_mails (id) on delete cascade,
  file_id uuid not null references internal_mail_files (id),
  place integer not null,
  primary key (mail_id, file_id)
);
create index internal_mail_attachments_by_file on internal_mail_attachments (file_id);
