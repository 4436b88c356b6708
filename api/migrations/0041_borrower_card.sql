-- The ways to contact a borrower, and the borrower's consent to each channel.

alter table borrowers add column version integer not null default 1;

create table borrower_contacts (
  portfolio_id uuid not null,
  borrower_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('phone', 'email', 'address')),
  label text not null check (label in ('mobile', 'home', 'work', 'relative', 'other')),
  value text not null check (length(trim(value)) between 1 and 300),
  is_preferred boolean not null,
  valid_from date,
  valid_to date,
  primary key (portfolio_id, borrower_id, id),
  foreign key (portfolio_id, borrower_id) references borrowers (portfolio_id, id),
  check (valid_to >= valid_from)
);
create unique index borrower_contacts_preferred_once
  on borrower_contacts (portfolio_id, borrower_id, kind) where is_preferred;

-- The latest row of a channel applies. Earlier rows stay as evidence of what was agreed.
create table borrower_consents (
  portfolio_id uuid not null,
  borrower_id uuid not null,
  id uuid not null,
  channel text not null check (channel in ('call', 'sms', 'email', 'whatsapp', 'visit', 'letter')),
  state text not null check (state in ('given', 'withdrawn')),
  means text not null check (means in ('spoken', 'written', 'contract', 'other')),
  recorded_by uuid not null references accounts,
  recorded_at timestamptz not null,
  primary key (portfolio_id, id),
  foreign key (portfolio_id, borrower_id) references borrowers (portfolio_id, id)
);
create index borrower_consents_latest
  on borrower_consents (portfolio_id, borrower_id, channel, recorded_at desc, id desc);
create trigger borrower_consents_append_only before update or delete or truncate on borrower_consents
  for each statement execute function refuse_change();
