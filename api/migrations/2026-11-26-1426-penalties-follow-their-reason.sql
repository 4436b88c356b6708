-- Penalties of closed days follow the payments, also after reversals and back-dated payments:
-- docs/decisions/0051. charged_late_on is the day whose end of day found the penalty missing; null
-- if the end of day of charged_on charged it.
alter table charges add column charged_late_on date,
  add constraint charges_charged_late
    check (charged_late_on is null or (late_months is not null and charged_late_on > charged_on));
drop index charges_once_a_month;
create unique index charges_once_a_month on charges (portfolio_id, loan_id, instalment_number, due_on,
  late_months, coalesce(charged_late_on, charged_on)) where late_months is not null;

-- True if the waiver removes a penalty that is no longer due. The cap and the next end of day do
-- not count such a penalty.
alter table charge_waivers add column lost_reason boolean not null default false;

-- Loans whose closed days the next end of day checks again.
create table penalty_checks (
  portfolio_id uuid not null,
  loan_id uuid not null,
  primary key (portfolio_id, loan_id),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id)
);

-- Penalties that are no longer due, but that the user who posted the payment chose to leave
-- charged.
create table retained_penalties (
  portfolio_id uuid not null,
  charge_id uuid not null,
  payment_id uuid not null,
  primary key (portfolio_id, charge_id, payment_id),
  foreign key (portfolio_id, charge_id) references charges (portfolio_id, id),
  foreign key (portfolio_id, payment_id) references payments (portfolio_id, id)
);
create trigger retained_penalties_append_only before update or delete or truncate on retained_penalties
  for each statement execute function refuse_change();
revoke update, delete on retained_penalties from bursar_app;

-- A late penalty reallocates later payments and may make another schedule version. No user posts
-- these.
alter table ledger_transactions drop constraint ledger_transactions_by_close,
  add constraint ledger_transactions_by_close
    check (posted_by is not null or event in ('add-charge', 'reallocate-payment'));
alter table schedule_versions alter column made_by drop not null;

-- Loans with a reversal, an undone write-off or a back-dated event from before this rule; the next
-- end of day charges their missing penalties.
insert into penalty_checks (portfolio_id, loan_id)
select loan.portfolio_id, loan.id
from loans loan
join loan_state state on state.portfolio_id = loan.portfolio_id and state.loan_id = loan.id
  and state.status = 'active'
join product_versions version on version.portfolio_id = loan.portfolio_id
  and version.id = loan.product_version_id
  and num_nonnulls(version.penalty_minor, version.penalty_percent) > 0
where exists (
    select from payment_reversals reversal
    where reversal.portfolio_id = loan.portfolio_id and reversal.loan_id = loan.id)
  or exists (
    select from loan_write_offs undone
    where undone.portfolio_id = loan.portfolio_id and undone.loan_id = loan.id
      and undone.event = 'undo-write-off')
  or exists (
    select from payments payment
    join closings closing on closing.portfolio_id = payment.portfolio_id
      and closing.day = payment.value_date and closing.started_at < payment.posted_at
    where payment.portfolio_id = loan.portfolio_id and payment.loan_id = loan.id)
  or exists (
    select from closings closing
    where closing.portfolio_id = loan.portfolio_id and closing.day = loan.disbursed_on
      and closing.started_at < loan.created_at);
