-- Search ignores apostrophes and hyphens: obrien, o'brien and o brien find O'Brien, and alsaleh
-- finds Al-Saleh. Names are compared by the words of the plain form, in which an apostrophe
-- separates words.
create or replace function plain_form(text) returns text language sql immutable parallel safe strict as $$
  select translate(
    regexp_replace(public.unaccent('public.unaccent'::regdictionary, lower($1)),
      '[\u0640\u064B-\u0652\u0654\u0655\u0670]', '', 'g'),
    'أإآٱىةؤئ', 'ااااي' || 'هوي')
$$;

create or replace function search_form(text) returns text language sql immutable parallel safe strict as $$
  select regexp_replace(public.plain_form($1),
    '[''`\u00B4\u02B9-\u02BC\u02BF\u2010-\u2015\u2018\u2019\u201B\u2032\u2212\uFF07-]', '', 'g')
$$;

create or replace function name_words(text) returns setof text language sql immutable parallel safe strict as $$
  select distinct word from regexp_split_to_table(public.plain_form($1), '[[:space:][:punct:]]+') word
  where word <> ''
$$;

-- Returns the words of a name. A word with an apostrophe or a hyphen is indexed in its parts and as
-- one word.
create or replace function name_index(text) returns tsvector language sql immutable parallel safe strict as $$
  select array_to_tsvector(array_remove(
    regexp_split_to_array(public.plain_form($1), '[[:space:][:punct:]]+')
      || regexp_split_to_array(public.search_form($1), '[[:space:][:punct:]]+'), ''))
$$;

-- Returns a query for names in which a word begins with each typed word; null if no word was typed.
create function name_query(text) returns tsquery language sql immutable parallel safe strict as $$
  select string_agg('(' || words || ')', ' | ')::tsquery from (
    select string_agg(quote_literal(word) || ':*', ' & ') as words
    from (values (public.plain_form($1)), (public.search_form($1))) form (text)
    cross join lateral regexp_split_to_table(form.text, '[[:space:][:punct:]]+') word
    where word <> ''
    group by form.text
  ) spelling
$$;

reindex index borrowers_by_words_of_name;

-- An update without a change calculates generated columns again.
update borrowers set name = name where search_text <> search_form(search_text);
update chat_messages set text = text where search_text <> search_form(search_text);
update listed_loans set search_text = search_form(search_text)
where search_text <> search_form(search_text);
update internal_mails set found_by = search_form(found_by) where found_by <> search_form(found_by);

-- Indexes for a search by exact amount, by the note of a payment, by the text of an invoice and by
-- the bank's id of a posted line.
create index payments_by_amount on payments (portfolio_id, amount_minor, posted_at desc, id desc);
create index payments_by_note on payments using gin (search_form(note) gin_trgm_ops) where note <> '';
create index invoices_by_total on invoices (portfolio_id, total_minor);
create index invoices_by_words on invoices
  using gin (search_form(coalesce(number, '') || ' ' || customer_name) gin_trgm_ops);
create index bank_file_lines_by_reference on bank_file_lines (portfolio_id, lower(bank_id))
  where posted_payment_id is not null;
