-- Processes cache sessions until they are notified of a change. The notification does not name the
-- session: each process discards all cached sessions, which costs less than finding the changed
-- ones.
create function tell_session_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('bursar_sessions', 'changed');
  return null;
end $$;
create trigger sessions_tell after update of ended_at, account_id, token_hash, binding_hash or delete
  on sessions for each statement execute function tell_session_change();
create trigger accounts_tell after update or delete on accounts
  for each statement execute function tell_session_change();
create trigger account_photos_tell after insert or update or delete on account_photos
  for each statement execute function tell_session_change();
create trigger teams_tell after update or delete on teams
  for each statement execute function tell_session_change();
create trigger portfolios_tell after update of name, currency, time_zone on portfolios
  for each statement execute function tell_session_change();
create trigger role_permissions_tell after insert or update or delete on role_permissions
  for each statement execute function tell_session_change();
