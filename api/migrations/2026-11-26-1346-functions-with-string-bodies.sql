-- From 15.20 and the releases of the same day on, PostgreSQL does not rewrite a table while a
-- function with an SQL-standard body uses its row type. It does not look into string bodies, so
-- every function gets one.
create or replace function next_due_of(status text, oldest_unpaid_due_on date) returns date
  language sql immutable as $$
  select case status when 'active' then oldest_unpaid_due_on else '9999-12-31' end
$$;

create or replace function listed_facts(loan loans, borrower borrowers) returns jsonb
  language sql stable as $$
  select nullif(jsonb_strip_nulls(jsonb_build_object('nationalId', borrower.national_id)), '{}')
$$;

create or replace function digits_of(text) returns text
  language sql immutable strict parallel safe as $$
  select regexp_replace($1, '\D', '', 'g')
$$;

create or replace function is_allocation_order(name text) returns boolean
  language sql immutable parallel safe as $$
  select name in (
    'penalties_fees_interest_principal', 'interest_principal_penalties_fees', 'principal_first'
  ) or (
    name not in (
      'penalty_fee_interest_principal', 'interest_principal_penalty_fee',
      'principal_interest_penalty_fee'
    ) and (
      select array_agg(portion order by portion) = array['fee', 'interest', 'penalty', 'principal']
      from string_to_table(name, '_') portion
    )
  )
$$;

-- Indexes and generated columns call these three functions, also while the search path has only
-- pg_catalog, for example when a dump is loaded. So the functions name the schemas of the functions
-- that they call.
do $do$
declare
  extension text := (select extnamespace::regnamespace::text from pg_extension
    where extname = 'unaccent');
  own text := (select pronamespace::regnamespace::text from pg_proc
    where oid = 'search_form(text)'::regprocedure);
begin
  execute format($create$
create or replace function search_form(text) returns text
  language sql immutable strict parallel safe as $$
  select translate(
    regexp_replace(%1$s.unaccent('%1$s.unaccent'::regdictionary, lower($1)),
      '[\u0640\u064B-\u0652\u0670]', '', 'g'),
    'أإآٱىة', 'ااااي' || 'ه')
$$
  $create$, extension);
  execute format($create$
create or replace function search_pattern(text) returns text
  language sql immutable strict parallel safe as $$
  select '%%' || regexp_replace(%1$s.search_form($1), '([%%_\\])', '\\\1', 'g') || '%%'
$$
  $create$, own);
  execute format($create$
create or replace function name_index(text) returns tsvector
  language sql immutable strict parallel safe as $$
  select array_to_tsvector(array_remove(
    regexp_split_to_array(%1$s.search_form($1), '[[:space:][:punct:]]+'), ''))
$$
  $create$, own);
end $do$;
