-- PostgreSQL does not rewrite a table while a function with an SQL-standard body uses its row type.
-- A database that applied the original text of migration 0089 has such a body here.
create or replace function listed_facts(loan loans, borrower borrowers) returns jsonb
  language sql stable as $$
  select nullif(jsonb_strip_nulls(jsonb_build_object('nationalId', borrower.national_id)), '{}')
$$;

-- A borrower may be a company with a registered name, a registration number and a contact person.
alter table borrowers
  add column borrower_kind text check (borrower_kind in ('person', 'company')),
  add column legal_name text,
  add column registration_number text check (registration_number <> ''),
  add column contact_person text;

create unique index borrowers_registration_number_once on borrowers (registration_number, portfolio_id)
  where registration_number is not null;

-- Search also finds companies by the columns that only companies have.
alter table borrowers drop column search_text;
alter table borrowers add column search_text text generated always as (
  search_form(coalesce(name, '') || ' ' || coalesce(external_id, '') || ' '
    || coalesce(employment_title, '') || ' ' || coalesce(region, '') || ' '
    || coalesce(legal_name, '') || ' ' || coalesce(registration_number, '') || ' '
    || coalesce(contact_person, ''))
) stored;
