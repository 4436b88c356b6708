-- The terms offered instead of a requested plan: {terms, after, scheduleVersion}.
alter table approvals
  add column offer jsonb,
  add column offer_accepted_at timestamptz,
  add check (offer is null or state = 'declined'),
  add check (offer_accepted_at is null or offer is not null);
