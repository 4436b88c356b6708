-- The payer, if it was not the borrower, and the number that the payer or the bank gave to the
-- payment.
alter table payments
  add column payer text not null default '' check (length(payer) <= 200),
  add column external_reference text not null default '' check (length(external_reference) <= 100);
