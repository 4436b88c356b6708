-- The payments that undoing a return posted again for a bank line, or for one part of it. They have
-- the money of this line.
create table bank_line_reposts (
  portfolio_id uuid not null,
  payment_id uuid not null,
  bank_line_id uuid not null,
  -- The number of the part; null if the line was not split.
  number smallint,
  primary key (portfolio_id, payment_id),
  foreign key (portfolio_id, payment_id) references payments (portfolio_id, id),
  foreign key (portfolio_id, bank_line_id) references bank_file_lines (portfolio_id, id),
  foreign key (portfolio_id, bank_line_id, number) references bank_line_parts (portfolio_id, bank_line_id, number)
);
create index bank_line_reposts_by_line on bank_line_reposts (portfolio_id, bank_line_id);
create trigger bank_line_reposts_append_only before update or delete or truncate on bank_line_reposts
  for each statement execute function forbid_change();
