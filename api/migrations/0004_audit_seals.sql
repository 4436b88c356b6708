-- A hash chain over the audit trail: each seal has the digest of its event and of the previous
-- seal. Events are written without a seal, so that commands do not wait for each other, and are
-- sealed later.

create table audit_seals (
  number bigint primary key check (number > 0),
  event_id uuid not null unique references audit_events,
  digest bytea not null check (length(digest) = 32),
  sealed_at timestamptz not null
);
create trigger audit_seals_append_only before update or delete or truncate on audit_seals
  for each statement execute function refuse_change();
revoke update, delete on audit_seals from bursar_app;

create index audit_events_by_time on audit_events (at desc, id desc);
create index audit_events_by_actor on audit_events (actor_id, at desc);
create index audit_events_by_event on audit_events (event, at desc);
