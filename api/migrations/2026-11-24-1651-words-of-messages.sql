-- The search form of a message is stored, because calculating it in each search took a second for
-- 100,000 messages.
alter table chat_messages add column search_text text
  generated always as (search_form(text || ' ' || coalesce(file_name, ''))) stored;
