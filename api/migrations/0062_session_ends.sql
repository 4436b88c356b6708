-- Why a session was ended before its time: whoever held it is told, and nobody else. A session that
-- ran out has none; its times say so.
alter table sessions
  add column end_reason text
    check (end_reason in ('ended-elsewhere', 'password-changed', 'account-suspended', 'signed-in-again')),
  add constraint only_an_ended_session_has_a_reason
    check (end_reason is null or ended_at is not null);
