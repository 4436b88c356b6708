-- Has one row while maintenance is on, when only administrators can use the application, and no row
-- otherwise.
create table maintenance (
  id uuid not null,
  is_single boolean primary key default true check (is_single),
  since timestamptz not null,
  begun_by uuid not null references accounts (id)
);

create trigger maintenance_tell after insert or delete on maintenance
  for each statement execute function tell_session_change();
