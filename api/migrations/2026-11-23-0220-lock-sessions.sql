-- When the user locked the session. A locked session can do nothing until the user enters the
-- password again.
alter table sessions add column locked_at timestamptz;

drop trigger sessions_tell on sessions;
create trigger sessions_tell
  after delete or update of ended_at, locked_at, account_id, token_hash, binding_hash on sessions
  for each statement execute function tell_session_change();
