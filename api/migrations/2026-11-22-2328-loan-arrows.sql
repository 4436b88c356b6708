-- The allowed changes of a loan's status, generated from the list in loan-maths. A trigger refuses
-- all other changes, whichever code writes them.
create table loan_arrows (
  from_status text not null,
  event text not null,
  to_status text not null,
  primary key (from_status, event)
);
insert into loan_arrows (from_status, event, to_status) values
  ('submitted', 'approve', 'approved'),
  ('submitted', 'reject', 'rejected'),
  ('submitted', 'withdraw', 'withdrawn'),
  ('approved', 'undo-approval', 'submitted'),
  ('approved', 'withdraw', 'withdrawn'),
  ('approved', 'disburse', 'active'),
  ('active', 'undo-disbursement', 'approved'),
  ('active', 'settle', 'closed'),
  ('closed', 'reverse-payment', 'active'),
  ('active', 'write-off', 'written_off'),
  ('written_off', 'undo-write-off', 'active'),
  ('written_off', 'recover', 'written_off');
revoke insert, update, delete on loan_arrows from bursar_app;

create function refuse_stray_status() returns trigger language plpgsql as $$
begin
  if not exists (
    select from loan_arrows where from_status = old.status and to_status = new.status
  ) then
    raise exception 'a loan that is % cannot become %: no event leads there', old.status, new.status
      using errcode = '23514';
  end if;
  return new;
end $$;
create trigger loan_state_follows_arrows before update of status on loan_state
  for each row when (old.status is distinct from new.status)
  execute function refuse_stray_status();
