-- A reminder in the year 10000 could be saved, and nothing of its loan be read again. The contract
-- refuses it now; what was saved before is let go, and none comes in by another way.
update loan_work set remind_at = null
where remind_at < '1900-01-01 00:00+00' or remind_at >= '3000-01-02 00:00+00';

alter table loan_work
  add constraint loan_work_reminder_in_years
    check (remind_at >= '1900-01-01 00:00+00' and remind_at < '3000-01-02 00:00+00');
