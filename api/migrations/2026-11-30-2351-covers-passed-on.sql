-- The batches in which a running cover passed on loans that its absent agent received after its start,
-- because the agent stands in for another absent agent. absence_cover_stand_ins has the batches of the start.
create table absence_cover_passed_batches (
  portfolio_id uuid not null,
  batch_id uuid not null,
  absence_cover_id uuid not null,
  agent_id uuid not null,
  primary key (portfolio_id, batch_id),
  foreign key (portfolio_id, batch_id) references assignment_batches (portfolio_id, id),
  foreign key (portfolio_id, absence_cover_id, agent_id)
    references absence_cover_stand_ins (portfolio_id, absence_cover_id, agent_id)
);
create index absence_cover_passed_batches_by_cover on absence_cover_passed_batches (portfolio_id, absence_cover_id);
create trigger absence_cover_passed_batches_append_only before update or delete or truncate
  on absence_cover_passed_batches for each statement execute function forbid_change();
