-- If both forms of a text are equal, the text is looked up once.
create or replace function name_query(text) returns tsquery
  language sql immutable parallel safe strict
as $$
  select string_agg('(' || words || ')', ' | ')::tsquery from (
    select string_agg(quote_literal(word) || ':*', ' & ') as words
    from (values (public.plain_form($1)) union values (public.search_form($1))) form (text)
    cross join lateral regexp_split_to_table(form.text, '[[:space:][:punct:]]+') word
    where word <> ''
    group by form.text
  ) spelling
$$;
