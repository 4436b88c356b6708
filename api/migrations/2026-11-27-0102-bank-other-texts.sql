-- Texts of other columns of a bank's table, each with the heading of its column. Loan numbers are
-- searched in them, and found_in is the column in which the number of the matched loan was found.
alter table bank_file_lines
  add other_texts jsonb not null default '[]' check (jsonb_typeof(other_texts) = 'array'),
  add found_in text check (length(found_in) <= 200);

create or replace trigger bank_file_lines_immutable
  before update of portfolio_id, id, bank_file_id, number, account, payer_account, bank_id, booked_on, value_on,
    amount_minor, currency, debtor_name, remittance, direction, other_texts, payment_id, duplicate_of
  on bank_file_lines for each statement execute function forbid_change();
