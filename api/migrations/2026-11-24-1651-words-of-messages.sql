-- What was said is searched as it is shown, in one form: reckoned at each search, it took a second for
-- 100,000 messages.
alter table chat_messages add column search_text text
  generated always as (search_form(text || ' ' || coalesce(file_name, ''))) stored;
