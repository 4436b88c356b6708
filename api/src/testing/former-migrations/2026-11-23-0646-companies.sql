-- A borrower may be a company: its name and number in a register, and whom to speak to there.
alter table borrowers
  add column borrower_kind text check (borrower_kind in ('person', 'company')),
  add column legal_name text,
  add column registration_number text check (registration_number <> ''),
  add column contact_person text;

create unique index borrowers_registration_number_once on borrowers (registration_number, portfolio_id)
  where registration_number is not null;

-- Companies are also found by what only they have.
alter table borrowers drop column search_text;
alter table borrowers add column search_text text generated always as (
  search_form(coalesce(name, '') || ' ' || coalesce(external_id, '') || ' '
    || coalesce(employment_title, '') || ' ' || coalesce(region, '') || ' '
    || coalesce(legal_name, '') || ' ' || coalesce(registration_number, '') || ' '
    || coalesce(contact_person, ''))
) stored;
