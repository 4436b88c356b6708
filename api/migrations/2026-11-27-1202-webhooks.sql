-- Addresses that receive the events of a portfolio's audit trail.
create table webhooks (
  id uuid primary key,
  portfolio_id uuid not null references portfolios,
  name text not null check (length(trim(name)) between 1 and 60),
  url text not null check (length(url) between 1 and 500),
  -- The events that are sent; null for all events.
  events text[] check (cardinality(events) > 0),
  -- Encrypted with the server's key, because the server signs with it.
  secret bytea not null,
  earlier_secret bytea,
  earlier_secret_until timestamptz,
  paused_at timestamptz,
  paused_because text check (paused_because in ('by-hand', 'failing', 'gone', 'secret-lost')),
  -- Failed attempts since the last delivery, and when the first of them was.
  failures integer not null default 0 check (failures >= 0),
  failing_since timestamptz,
  last_delivered_at timestamptz,
  created_by uuid not null references accounts,
  created_at timestamptz not null,
  removed_at timestamptz,
  version integer not null check (version >= 1),
  unique (portfolio_id, id),
  check ((earlier_secret is null) = (earlier_secret_until is null)),
  check ((paused_at is null) = (paused_because is null)),
  check ((failures = 0) = (failing_since is null))
);
revoke delete on webhooks from bursar_app;

-- The delivery of one event to one webhook. It is added in the transaction of the event and deleted
-- after 30 days.
create table webhook_deliveries (
  webhook_id uuid not null references webhooks,
  event_id uuid not null references audit_events,
  event_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  last_attempt_at timestamptz,
  -- When to try the delivery again. While a process delivers it, the time from which another
  -- process may try.
  next_attempt_at timestamptz not null,
  status integer,
  answer text not null default '' check (length(answer) <= 500),
  failure text check (length(failure) <= 500),
  primary key (webhook_id, event_id)
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at)
  where state = 'waiting';
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, event_at desc, event_id desc);
create index webhook_deliveries_by_age on webhook_deliveries (event_at);

-- Queues deliveries in the statement that writes the audit events, so that no event is lost or is
-- sent for a transaction that is rolled back.
create function queue_webhook_deliveries() returns trigger language plpgsql as $$
begin
  if exists (select from webhooks where removed_at is null) then
    insert into webhook_deliveries (webhook_id, event_id, event_at, next_attempt_at)
    select webhook.id, written.id, written.at, written.at
    from written join webhooks webhook on webhook.portfolio_id = written.portfolio_id
    where webhook.removed_at is null
      and (webhook.events is null or written.event = any (webhook.events));
  end if;
  return null;
end $$;
create trigger audit_events_queue_webhooks after insert on audit_events
  referencing new table as written for each statement execute function queue_webhook_deliveries();
