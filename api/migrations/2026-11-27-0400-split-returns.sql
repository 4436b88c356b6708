-- An outgoing line that returns all parts of a split line in one step. A reversal may wait for a
-- second person, so its id is stored without a foreign key. If the return is undone, a reversed
-- part is posted again under a new id.
alter table bank_file_lines
  add returned_line_id uuid,
  add foreign key (portfolio_id, returned_line_id) references bank_file_lines (portfolio_id, id),
  drop constraint bank_file_lines_return_kind_check,
  add constraint bank_file_lines_return_kind_check check (return_kind in ('payment', 'credit', 'split')),
  drop constraint bank_file_lines_returned,
  add constraint bank_file_lines_returned check (case state
    when 'returned' then return_kind is not null and return_id is not null
      and return_amount_minor is not null and return_amount_minor <= amount_minor
      and (return_kind = 'payment') = (returned_payment_id is not null)
      and (return_kind = 'split') = (returned_line_id is not null)
    else num_nonnulls(return_kind, return_id, returned_payment_id, returned_line_id, return_amount_minor) = 0
  end);
create table bank_part_returns (
  portfolio_id uuid not null,
  return_line_id uuid not null,
  payment_id uuid not null,
  reversal_id uuid not null,
  split_line_id uuid not null,
  number smallint not null,
  posted_again_id uuid,
  primary key (portfolio_id, reversal_id),
  unique (portfolio_id, posted_again_id),
  foreign key (portfolio_id, return_line_id) references bank_file_lines (portfolio_id, id),
  foreign key (portfolio_id, payment_id) references payments (portfolio_id, id),
  foreign key (portfolio_id, split_line_id, number) references bank_line_parts (portfolio_id, bank_line_id, number),
  foreign key (portfolio_id, posted_again_id) references payments (portfolio_id, id)
);
create index bank_part_returns_by_line on bank_part_returns (portfolio_id, return_line_id);
create index bank_part_returns_by_part on bank_part_returns (portfolio_id, split_line_id, number);
