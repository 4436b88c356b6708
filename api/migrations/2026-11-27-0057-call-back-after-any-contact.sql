-- A time to call back can be agreed in any contact, not only after an attempt that reached no one.
alter table contact_attempts
  add column try_again_at timestamptz
    check (try_again_at > contacted_at and try_again_at < '3000-01-02');

-- When the time to call back was agreed. A contact that is logged late does not replace a time that
-- was agreed after this contact.
alter table loan_work
  drop constraint loan_work_check3,
  add column try_again_agreed_at timestamptz;
update loan_work set try_again_agreed_at = tried_at where try_again_at is not null;
alter table loan_work
  add constraint loan_work_try_again_was_agreed
    check (try_again_at is null or try_again_agreed_at is not null);
