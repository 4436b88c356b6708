-- Why a session was ended early; only the browser that had the session shows the reason. An expired
-- session has no reason, because its times show that it expired.
alter table sessions
  add column end_reason text
    check (end_reason in ('ended-elsewhere', 'password-changed', 'account-suspended', 'signed-in-again')),
  add constraint only_an_ended_session_has_a_reason
    check (end_reason is null or ended_at is not null);
