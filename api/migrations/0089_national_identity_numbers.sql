-- A borrower's national identity number. Search finds it by its whole value, and it is unique in a
-- portfolio.
alter table borrowers add column national_id text
  check (national_id <> '');

create unique index borrowers_national_id_once on borrowers (national_id, portfolio_id)
  where national_id is not null;

create or replace function listed_facts(loan loans, borrower borrowers) returns jsonb
  language sql stable as $$
  select nullif(jsonb_strip_nulls(jsonb_build_object('nationalId', borrower.national_id)), '{}')
$$;
