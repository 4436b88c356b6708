-- The account that a payment came from, by which later payments of the same payer are recognised. A
-- posted line never changes, so adding the column must not update rows.
alter table bank_file_lines add payer_account text not null default '';
alter table bank_file_lines alter payer_account drop default;

drop trigger bank_file_lines_immutable on bank_file_lines;
create trigger bank_file_lines_immutable
  before update of portfolio_id, id, bank_file_id, number, account, payer_account, bank_id, booked_on,
    value_on, amount_minor, currency, debtor_name, remittance, payment_id, duplicate_of
  on bank_file_lines for each statement execute function forbid_change();

alter table bank_files drop constraint bank_files_format_check;
alter table bank_files add constraint bank_files_format_check check (format in (
  'camt.052', 'camt.053', 'camt.054', 'mt940', 'mt942', 'ofx', 'qif', 'bai2', 'coda', 'cfonb120',
  'csv', 'xlsx', 'xls', 'ods'));
