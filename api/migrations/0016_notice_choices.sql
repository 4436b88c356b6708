-- How an account wants to be notified of an event. Without a row it is notified in the product and
-- not by mail.

create table notice_choices (
  account_id uuid not null references accounts,
  event text not null check (length(event) between 1 and 60),
  in_product boolean not null,
  by_mail boolean not null,
  primary key (account_id, event)
);
