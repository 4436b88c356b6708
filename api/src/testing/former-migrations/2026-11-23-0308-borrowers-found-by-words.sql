-- What lists of borrowers are searched by, in the form that searches compare: made anew for each row
-- of a list it would be most of what a search costs.
alter table borrowers add column search_text text generated always as (
  search_form(coalesce(name, '') || ' ' || coalesce(external_id, '') || ' '
    || coalesce(employment_title, '') || ' ' || coalesce(region, ''))
) stored;
