-- Lists are cached like dashboards, until a notification. Changes of listed_loans send it already.
-- A list row also shows tags and the names of the team and agent, so these changes send it too.
create trigger loan_tags_tell_figures_new after insert on loan_tags
  referencing new table as changed for each statement execute function tell_figure_changes();
create trigger loan_tags_tell_figures_gone after delete on loan_tags
  referencing old table as changed for each statement execute function tell_figure_changes();
create trigger tags_tell_figures after update of name, colour on tags for each row
  when ((old.name, old.colour) is distinct from (new.name, new.colour))
  execute function tell_figure_change('portfolio_id');
create trigger teams_tell_figures after update of name on teams for each row
  when (old.name is distinct from new.name)
  execute function tell_figure_change('portfolio_id');
create trigger accounts_tell_figures after update of name on accounts for each row
  when (old.name is distinct from new.name and new.portfolio_id is not null)
  execute function tell_figure_change('portfolio_id');
