-- Audit events without a seal, oldest first. Finding them among all audit events would take longer
-- each day.
create table audit_unsealed (
  at timestamptz not null,
  event_id uuid not null,
  primary key (at, event_id)
);
insert into audit_unsealed (at, event_id)
select event.at, event.id from audit_events event
where not exists (select from audit_seals seal where seal.event_id = event.id);

create function await_seal() returns trigger language plpgsql as $$
begin
  insert into audit_unsealed (at, event_id) select at, id from written;
  return null;
end $$;
create trigger audit_events_await_seal after insert on audit_events
  referencing new table as written for each statement execute function await_seal();
