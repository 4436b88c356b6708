-- The language of the mail's recipient; it also decides the text direction of the mail.
alter table outgoing_mails
  add column language text not null default 'en' check (language in ('en', 'ae'));

-- Removes the tokens from mails that were sent. A link with a token gives access to an account, so
-- only the recipient may have it.
update outgoing_mails set body = regexp_replace(body, 'token=[[:alnum:]_-]+', 'token=…', 'g')
where sent_at is not null;
