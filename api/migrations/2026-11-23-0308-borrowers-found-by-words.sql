-- PostgreSQL does not rewrite a table while a function with an SQL-standard body uses its row type.
-- A database that applied the original text of migration 0089 has such a body here.
create or replace function listed_facts(loan loans, borrower borrowers) returns jsonb
  language sql stable as $$
  select nullif(jsonb_strip_nulls(jsonb_build_object('nationalId', borrower.national_id)), '{}')
$$;

-- The text by which lists find borrowers, in the form that searches compare. Calculating it for
-- each row would take most of the time of a search.
alter table borrowers add column search_text text generated always as (
  search_form(coalesce(name, '') || ' ' || coalesce(external_id, '') || ' '
    || coalesce(employment_title, '') || ' ' || coalesce(region, ''))
) stored;
