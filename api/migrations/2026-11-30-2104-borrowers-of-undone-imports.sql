-- is_from_tape is true if a tape brought the borrower; borrowers of earlier tapes have no mark.
-- withdrawn_at is the moment at which undoing the tape withdrew the borrower. The row remains,
-- because the withdrawn loans refer to it.
alter table borrowers
  add column is_from_tape boolean not null default false,
  add column withdrawn_at timestamptz,
  -- A withdrawn borrower has no external id and no identity or registration number, so the borrower
  -- of the corrected tape can have them.
  add constraint borrowers_withdrawn_check check (
    withdrawn_at is null
    or (is_from_tape and merged_into is null and external_id is null and national_id is null
      and registration_number is null)
  ) not valid;

create function keep_withdrawn_borrower() returns trigger language plpgsql as $$
begin
  raise exception 'a borrower who was withdrawn with an import is never changed'
    using errcode = '42501';
end $$;

create trigger borrowers_withdrawn_stay before update on borrowers
  for each row when (old.withdrawn_at is not null) execute function keep_withdrawn_borrower();
