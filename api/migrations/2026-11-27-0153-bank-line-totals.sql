-- A bank may send the total of a batch in one file and its single payments in another. batch_ids
-- has the references of the batch, and bank_line_totals the lines that are details of a total, so
-- that the same money is not posted twice.
alter table bank_file_lines add batch_ids text[] not null default '{}';
create index bank_file_lines_by_batch_day on bank_file_lines (portfolio_id, booked_on) where batch_ids <> '{}';

create or replace trigger bank_file_lines_immutable
  before update of portfolio_id, id, bank_file_id, number, account, payer_account, bank_id, booked_on, value_on,
    amount_minor, currency, debtor_name, remittance, direction, other_texts, payment_id, duplicate_of, batch_ids
  on bank_file_lines for each statement execute function forbid_change();

create table bank_line_totals (
  portfolio_id uuid not null,
  total_id uuid not null,
  detail_id uuid not null,
  -- True if the bank's reference or the account proves that both lines belong to one batch.
  is_proven boolean not null,
  days_apart smallint not null check (days_apart >= 0),
  primary key (portfolio_id, total_id, detail_id),
  foreign key (portfolio_id, total_id) references bank_file_lines (portfolio_id, id),
  foreign key (portfolio_id, detail_id) references bank_file_lines (portfolio_id, id)
);
create index bank_line_totals_by_detail on bank_line_totals (portfolio_id, detail_id);
