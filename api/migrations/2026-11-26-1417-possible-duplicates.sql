-- Users check a line that may be the same payment as another line. Failed lines, and lines in
-- another currency than the portfolio's, are left out, each with a separate reason.
alter table bank_file_lines add column possible_duplicate_of uuid,
  add foreign key (portfolio_id, possible_duplicate_of) references bank_file_lines (portfolio_id, id),
  drop constraint bank_file_lines_check3,
  add constraint bank_file_lines_check3 check (case state
    when 'needs-look' then reason is null
    when 'left-out' then reason is not null and reason in ('debit', 'reversal', 'not-booked', 'failed',
      'other-currency', 'zero', 'duplicate', 'by-person')
    else reason is not null and reason in ('reference', 'amount-and-name', 'person') and amount_minor > 0
  end);
create index bank_file_lines_by_possible_duplicate on bank_file_lines (portfolio_id, possible_duplicate_of)
  where possible_duplicate_of is not null;
-- Every upload looks for earlier lines of the same amounts.
create index bank_file_lines_by_amount on bank_file_lines (portfolio_id, amount_minor, booked_on);

drop index bank_file_lines_once;
create unique index bank_file_lines_once on bank_file_lines (portfolio_id, payment_id)
  where state <> 'left-out' or reason = 'by-person';
