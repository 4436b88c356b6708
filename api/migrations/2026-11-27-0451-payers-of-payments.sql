-- Who paid, if it was not the borrower, and the number by which the payer or the bank names the payment.
alter table payments
  add column payer text not null default '' check (length(payer) <= 200),
  add column external_reference text not null default '' check (length(external_reference) <= 100);
