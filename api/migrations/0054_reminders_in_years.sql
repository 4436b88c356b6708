-- A reminder in the year 10000 could be saved, and then the loan could not be read. The contract
-- refuses such years now. Saved ones are removed, and the constraint refuses new ones from any
-- other writer.
update loan_work set remind_at = null
where remind_at < '1900-01-01 00:00+00' or remind_at >= '3000-01-02 00:00+00';

alter table loan_work
  add constraint loan_work_reminder_in_years
    check (remind_at >= '1900-01-01 00:00+00' and remind_at < '3000-01-02 00:00+00');
