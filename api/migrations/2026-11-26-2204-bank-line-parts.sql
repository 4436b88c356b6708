-- Parts of a line that one payer sent for several loans. The first part is posted under the payment
-- id of the line, which ensures that the line is posted once. The other parts are posted under ids
-- from the client.
create table bank_line_parts (
  portfolio_id uuid not null,
  bank_line_id uuid not null,
  number smallint not null check (number between 1 and 20),
  payment_id uuid not null,
  loan_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  primary key (portfolio_id, bank_line_id, number),
  unique (portfolio_id, payment_id),
  unique (portfolio_id, bank_line_id, loan_id),
  foreign key (portfolio_id, bank_line_id) references bank_file_lines (portfolio_id, id),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id)
);
create index bank_line_parts_by_loan on bank_line_parts (portfolio_id, loan_id);

create function keep_parts_of_posted_line() returns trigger language plpgsql as $$
begin
  if exists (
    select from bank_file_lines line
    where line.portfolio_id = coalesce(new.portfolio_id, old.portfolio_id)
      and line.id = coalesce(new.bank_line_id, old.bank_line_id) and line.state = 'posted')
  then
    raise exception 'the parts of a posted bank line are never changed' using errcode = '42501';
  end if;
  return coalesce(new, old);
end $$;
create trigger bank_line_parts_posted_stay before insert or delete on bank_line_parts
  for each row execute function keep_parts_of_posted_line();
create trigger bank_line_parts_immutable before update or truncate on bank_line_parts
  for each statement execute function forbid_change();
