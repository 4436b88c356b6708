-- The borrower into whom this one was merged. The row stays as it was, and references to it lead to
-- the other borrower.
alter table borrowers
  add column merged_into uuid,
  add foreign key (portfolio_id, merged_into) references borrowers (portfolio_id, id),
  add check (merged_into <> id);
create index borrowers_by_merged_into on borrowers (portfolio_id, merged_into) where merged_into is not null;

create table borrower_merges (
  portfolio_id uuid not null references portfolios,
  id uuid not null,
  kept_id uuid not null,
  merged_id uuid not null,
  kept_version integer not null,
  merged_version integer not null,
  -- The facts for which the value of the merged borrower was chosen.
  taken text[] not null,
  reason text not null check (trim(reason) <> '' and length(reason) <= 500),
  merged_by uuid not null references accounts,
  merged_at timestamptz not null,
  primary key (portfolio_id, id),
  unique (portfolio_id, merged_id),
  foreign key (portfolio_id, kept_id) references borrowers (portfolio_id, id),
  foreign key (portfolio_id, merged_id) references borrowers (portfolio_id, id),
  check (kept_id <> merged_id)
);
create trigger borrower_merges_append_only before update or delete or truncate on borrower_merges
  for each statement execute function refuse_change();
revoke update, delete on borrower_merges from bursar_app;

-- Only merged_into may change, because the other borrower may be merged again.
create function keep_merged_borrower() returns trigger language plpgsql as $$
begin
  -- What is generated is not there yet before the change.
  if new.merged_into is null or to_jsonb(new) - array['merged_into', 'search_text']
    is distinct from to_jsonb(old) - array['merged_into', 'search_text']
  then
    raise exception 'a borrower who was merged into another is never changed' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger borrowers_merged_stay before update on borrowers
  for each row when (old.merged_into is not null) execute function keep_merged_borrower();

-- Returns the words of a name, of which the index finds each by its beginning, in any order.
-- pg_trgm is not used: whether it recognises letters beyond A to Z depends on the locale of the
-- database.
create function name_index(text) returns tsvector language sql immutable strict parallel safe
begin atomic
  select array_to_tsvector(array_remove(
    regexp_split_to_array(search_form($1), '[[:space:][:punct:]]+'), ''));
end;
create index borrowers_by_words_of_name on borrowers
  using gin (name_index(coalesce(name, '') || ' ' || coalesce(legal_name, '')))
  where merged_into is null;

create function digits_of(text) returns text language sql immutable strict parallel safe
begin atomic
  select regexp_replace($1, '\D', '', 'g');
end;
create index borrower_contacts_by_digits on borrower_contacts using gin (digits_of(value) gin_trgm_ops)
  where kind = 'phone' and retired_at is null;
create index borrower_contacts_by_email on borrower_contacts (lower(value) text_pattern_ops)
  where kind = 'email' and retired_at is null;
