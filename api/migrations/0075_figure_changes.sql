-- Processes cache dashboards until they are notified that a figure of the portfolio changed.
-- Triggers on the source tables send the notification, so that no command can forget it.
create function tell_figure_changes() returns trigger language plpgsql as $$
begin
  perform pg_notify('bursar_figures', portfolio_id::text)
  from (select distinct portfolio_id from changed) touched;
  return null;
end $$;
-- Changes of totals, of borrowers with loans and of holders all change this table.
create trigger listed_loans_tell_new after insert on listed_loans
  referencing new table as changed for each statement execute function tell_figure_changes();
create trigger listed_loans_tell_changes after update on listed_loans
  referencing new table as changed for each statement execute function tell_figure_changes();
create trigger listed_loans_tell_gone after delete on listed_loans
  referencing old table as changed for each statement execute function tell_figure_changes();
create trigger income_days_tell_new after insert on income_days
  referencing new table as changed for each statement execute function tell_figure_changes();
create trigger income_days_tell_changes after update on income_days
  referencing new table as changed for each statement execute function tell_figure_changes();
create trigger income_days_tell_gone after delete on income_days
  referencing old table as changed for each statement execute function tell_figure_changes();
create trigger payments_tell after insert on payments
  referencing new table as changed for each statement execute function tell_figure_changes();
create trigger payment_reversals_tell after insert on payment_reversals
  referencing new table as changed for each statement execute function tell_figure_changes();
create trigger payment_reallocations_tell after insert on payment_reallocations
  referencing new table as changed for each statement execute function tell_figure_changes();

create function tell_figure_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('bursar_figures', to_jsonb(new) ->> tg_argv[0]);
  return null;
end $$;
create trigger borrowers_tell after update of name, external_id on borrowers for each row
  when ((old.name, old.external_id) is distinct from (new.name, new.external_id))
  execute function tell_figure_change('portfolio_id');
create trigger portfolios_tell_figures after update of currency, time_zone on portfolios
  for each row execute function tell_figure_change('id');
