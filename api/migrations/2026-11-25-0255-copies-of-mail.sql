-- True if the addressee gets the mail as a copy (Cc).
alter table internal_mail_addressees add column is_copy boolean not null default false;
