-- The payment that was posted together with a contact, in the same transaction.
alter table contact_attempts
  add column payment_id uuid,
  add foreign key (portfolio_id, payment_id) references payments (portfolio_id, id);
