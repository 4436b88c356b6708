-- The cash flow report looks for the few reallocations that left credit.
create index payment_reallocations_of_credit on payment_reallocations (portfolio_id, payment_id)
  where credit_minor > 0;
