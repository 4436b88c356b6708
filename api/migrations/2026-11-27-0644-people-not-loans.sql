-- A call can be about several loans of a borrower. Each loan has a separate entry, and call_id
-- names the first entry. It is null for a call about one loan.
alter table contact_attempts
  add column call_id uuid,
  add constraint contact_attempts_portfolio_id_call_id_fkey
    foreign key (portfolio_id, call_id) references contact_attempts (portfolio_id, id);
create index contact_attempts_of_call on contact_attempts (portfolio_id, call_id)
  where call_id is not null;

-- Money that was received once and split over several loans: its payments share this id.
alter table payments add column split_id uuid;
create index payments_of_split on payments (portfolio_id, split_id) where split_id is not null;
