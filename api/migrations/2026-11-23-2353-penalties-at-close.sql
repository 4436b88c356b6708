-- Penalties that a product promises are charged by the close of a day: nobody posts them but time (docs/decisions/0051).
alter table charges
  alter column posted_by drop not null,
  -- Of a charge made by a close: how many whole months past its grace the instalment was late; 0 for the one charge of
  -- a fixed amount.
  add column late_months smallint check (late_months >= 0),
  add constraint charges_by_close check ((posted_by is null) = (late_months is not null));
create unique index charges_once_a_month on charges
  (portfolio_id, loan_id, instalment_number, late_months) where late_months is not null;
create index charges_of_closes on charges (portfolio_id, charged_on) where posted_by is null;
alter table ledger_transactions
  alter column posted_by drop not null,
  add constraint ledger_transactions_by_close check (posted_by is not null or event = 'add-charge');

-- Loans whose instalments get a penalty, beside promises that are judged.
alter table closing_chunks
  alter column promise_ids set default '{}',
  add column late_loan_ids uuid[] not null default '{}';
