-- Outgoing lines that return a payment or pay back a credit balance. The reversal or refund may
-- wait for a second person, so its id is stored without a foreign key.
alter table bank_file_lines
  -- Null if the file does not state the direction, and for lines of earlier uploads.
  add direction text check (direction in ('in', 'out')),
  add return_kind text check (return_kind in ('payment', 'credit')),
  add return_id uuid,
  add returned_payment_id uuid,
  add return_amount_minor bigint check (return_amount_minor > 0),
  add foreign key (portfolio_id, returned_payment_id) references payments (portfolio_id, id),
  add constraint bank_file_lines_returned check (case state
    when 'returned' then return_kind is not null and return_id is not null
      and return_amount_minor is not null and return_amount_minor <= amount_minor
      and (return_kind = 'payment') = (returned_payment_id is not null)
    else num_nonnulls(return_kind, return_id, returned_payment_id, return_amount_minor) = 0
  end),
  drop constraint bank_file_lines_state_check,
  add constraint bank_file_lines_state_check
    check (state in ('matched', 'needs-look', 'left-out', 'posted', 'refused', 'returned')),
  drop constraint bank_file_lines_check,
  add constraint bank_file_lines_check
    check ((state in ('matched', 'posted', 'refused', 'returned')) = (loan_id is not null)),
  drop constraint bank_file_lines_check3,
  add constraint bank_file_lines_check3 check (case state
    when 'needs-look' then reason is null
    when 'left-out' then reason is not null and reason in ('debit', 'reversal', 'not-booked', 'failed',
      'other-currency', 'zero', 'duplicate', 'by-person')
    when 'returned' then reason is not null and reason in ('debit', 'reversal') and amount_minor > 0
    else reason is not null and amount_minor > 0
      and reason in ('reference', 'loan-number', 'account', 'amount-and-name', 'person')
  end);
create unique index bank_file_lines_return_once on bank_file_lines (portfolio_id, return_id)
  where return_id is not null;
create index bank_file_lines_by_returned_payment on bank_file_lines (portfolio_id, returned_payment_id)
  where returned_payment_id is not null;
