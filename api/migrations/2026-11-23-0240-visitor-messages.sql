-- Enquiries from people without an account to those who run the installation.
create table visitor_messages (
  id uuid primary key,
  kind text not null check (kind in ('account', 'contact', 'announcement')),
  name text not null check (length(name) <= 120),
  email text not null check (length(email) between 3 and 254),
  text text not null check (length(text) <= 4000),
  language text not null check (language in ('en', 'ae')),
  sent_at timestamptz not null,
  settled_at timestamptz,
  settled_by uuid references accounts (id),
  outcome text check (outcome in ('approved', 'declined', 'done')),
  note text not null default '' check (length(note) <= 500),
  version integer not null default 0,
  constraint settled_by_somebody
    check ((settled_at is null) = (settled_by is null) and (settled_at is null) = (outcome is null))
);

-- An address can have one open request for an account and one for announcements.
create unique index visitor_messages_asked_once on visitor_messages (kind, lower(email))
  where settled_at is null and kind <> 'contact';
create index visitor_messages_newest on visitor_messages (sent_at desc, id desc);
