-- The record that a notification opens. The contract defines the possible events.

alter table notices
  drop constraint notices_event_check,
  add constraint notices_event_check check (event ~ '^[a-z]+(-[a-z]+)*$' and length(event) <= 60),
  add column target text check (target ~ '^[a-z]+(-[a-z]+)*$' and length(target) <= 60),
  add column target_id uuid,
  add constraint notices_target_whole check ((target is null) = (target_id is null));
create index notices_by_age on notices (account_id, created_at desc, id desc);
