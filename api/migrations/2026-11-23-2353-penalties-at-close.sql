-- End of day charges the penalties of a product, so these charges have no user
-- (docs/decisions/0051).
alter table charges
  alter column posted_by drop not null,
  -- For a charge of end of day: the number of whole months by which the instalment was late after
  -- its grace days; 0 for the single charge of a fixed amount.
  add column late_months smallint check (late_months >= 0),
  add constraint charges_by_close check ((posted_by is null) = (late_months is not null));
create unique index charges_once_a_month on charges
  (portfolio_id, loan_id, instalment_number, late_months) where late_months is not null;
create index charges_of_closes on charges (portfolio_id, charged_on) where posted_by is null;
alter table ledger_transactions
  alter column posted_by drop not null,
  add constraint ledger_transactions_by_close check (posted_by is not null or event = 'add-charge');

-- Next to promises to check, a chunk has loans whose late instalments get a penalty.
alter table closing_chunks
  alter column promise_ids set default '{}',
  add column late_loan_ids uuid[] not null default '{}';
