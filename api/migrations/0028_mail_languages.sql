-- A mail is in its reader's language, which also says which way its page runs.
alter table outgoing_mails
  add column language text not null default 'en' check (language in ('en', 'ae'));

-- A link that was mailed is a key to an account: only its reader still has it.
update outgoing_mails set body = regexp_replace(body, 'token=[[:alnum:]_-]+', 'token=…', 'g')
where sent_at is not null;
