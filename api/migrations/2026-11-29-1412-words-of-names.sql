-- The words of borrowers' names. A search with a typing mistake compares the typed words with these
-- thousands of words instead of the text of every loan:
-- docs/decisions/0102-names-with-a-mistake.md.
create table words_of_names (
  portfolio_id uuid not null references portfolios,
  id bigint generated always as identity,
  word text not null,
  primary key (portfolio_id, id)
);

create index words_of_names_by_word on words_of_names (portfolio_id, word);
create index words_of_names_by_trigrams on words_of_names using gin (word gin_trgm_ops);

-- Returns the words by which a person or a company can be looked up. Short words have too few
-- trigrams to compare, and words with digits are numbers, not names.
create function searchable_words(name text, legal_name text) returns setof text
  language sql immutable parallel safe as $$
  select word
  from unnest(tsvector_to_array(name_index(coalesce($1, '') || ' ' || coalesce($2, '')))) word
  where length(word) >= 3 and word !~ '[0-9]'
$$;

-- Words are not unique: two transactions that add the same word need not wait for each other, and a
-- repeated word does no harm. PostgreSQL uses one plan for all rows of a tape: a plan made while
-- there are few words would otherwise read all words for each row.
create function keep_words_of_name() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into words_of_names (portfolio_id, word)
  select new.portfolio_id, named.word
  from searchable_words(new.name, new.legal_name) named (word)
  where not exists (select from words_of_names known
    where known.portfolio_id = new.portfolio_id and known.word = named.word);
  return null;
end $$;

create trigger borrowers_keep_words_of_name after insert or update of name, legal_name on borrowers
  for each row execute function keep_words_of_name();
