-- One row while an administrator has closed the books to everybody else, none otherwise.
create table maintenance (
  id uuid not null,
  is_single boolean primary key default true check (is_single),
  since timestamptz not null,
  begun_by uuid not null references accounts (id)
);

create trigger maintenance_tell after insert or delete on maintenance
  for each statement execute function tell_session_change();
