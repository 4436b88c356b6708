-- Whom a mail is not written to, but who is to know of it: Cc.
alter table internal_mail_addressees add column is_copy boolean not null default false;
