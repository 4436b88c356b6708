create function mark_moved_month_ends() returns trigger language plpgsql as $$
begin
  insert into month_end_marks (portfolio_id, loan_id, is_move)
  values (new.portfolio_id, new.loan_id, true);
  return null;
end $$;
-- Creating the trigger waits for open transactions that write loans, so each later move has a mark.
create trigger loan_state_marks_moved_month_ends after update on loan_state for each row
  when (old.team_id is distinct from new.team_id or old.agent_id is distinct from new.agent_id)
  execute function mark_moved_month_ends();

-- Marks all held loans, so that their stored month ends are added to the sums of their holders. The
-- marks are of moves, so the sums of portfolios are valid in the meantime.
insert into month_end_marks (portfolio_id, loan_id, is_move)
select portfolio_id, loan_id, true from loan_state where team_id is not null or agent_id is not null;
