import type { ImportObstacle } from '@bursar/contracts/choices';
import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable } from '../../../platform/database.ts';

type ActivitySinceImport = Exclude<ImportObstacle, `${string}-since-update`>;

/**
 * Activity on `loans loan` that prevents its removal from the books. Undone, reversed, struck or
 * withdrawn activity does not count.
 */
export const activitySinceImport: Readonly<
  Record<ActivitySinceImport, (sql: Queryable) => Fragment>
> = {
  assigned: (sql) => sql`
    exists (select from loan_state done where ${ofLoan(sql)}
      and (done.team_id is not null or done.agent_id is not null)
      -- The assignment to the holder whom the loan's tape named does not count.
      and not exists (select from assignments given
        join assignment_batches batch
          on batch.portfolio_id = given.portfolio_id and batch.id = given.batch_id
        where given.portfolio_id = done.portfolio_id and given.loan_id = done.loan_id
          and batch.import_id = loan.import_id
          and given.to_team_id is not distinct from done.team_id
          and given.to_agent_id is not distinct from done.agent_id))`,
  'document-filed': (sql) => sql`
    exists (select from documents done where ${ofLoan(sql)} and done.withdrawn_at is null)`,
  'note-written': (sql) => sql`
    exists (select from loan_notes done where ${ofLoan(sql)} and not exists (
      select from loan_note_strikes strike
      where strike.portfolio_id = done.portfolio_id and strike.note_id = done.id))`,
  'payment-posted': (sql) => sql`
    exists (select from effective_payments done where ${ofLoan(sql)} and done.reversal_id is null)`,
  'refund-given': (sql) => sql`
    exists (select from credit_refunds done where ${ofLoan(sql)} and done.event = 'refund-credit'
      and not exists (select from credit_refunds undo
        where undo.portfolio_id = done.portfolio_id and undo.undoes_id = done.id))`,
  'charge-open': (sql) => sql`
    exists (select from charges done where ${ofLoan(sql)} and ${isChargeOpen(sql)})`,
  'loss-moved': (sql) => sql`
    exists (select from loan_write_offs done where ${ofLoan(sql)}
      having sum(case done.event when 'write-off-loan' then 1 else -1 end) <> 0)`,
  rescheduled: (sql) => sql`exists (select from effective_reschedules done where ${ofLoan(sql)})`,
  'contact-logged': (sql) => sql`exists (select from contact_attempts done where ${ofLoan(sql)})`,
  'message-sent': (sql) => sql`
    exists (select from loan_messages done where ${ofLoan(sql)} and done.state = 'sent')`,
  'promise-taken': (sql) => sql`exists (select from promises done where ${ofLoan(sql)})`,
  'party-added': (sql) => sql`
    exists (select from loan_parties done where ${ofLoan(sql)} and done.ended_at is null)`,
  'collateral-held': (sql) => sql`
    exists (select from collateral_events done where ${ofLoan(sql)}
      group by done.asset_id having sum(done.change) > 0)`,
  'invoice-open': (sql) => sql`
    exists (select from invoices done where ${ofLoan(sql)} and done.kind = 'invoice'
      and done.state <> 'void'
      and not exists (select from invoices credit
        where credit.portfolio_id = done.portfolio_id and credit.credits_id = done.id
          and credit.state = 'issued'))`,
};

function ofLoan(sql: Queryable): Fragment {
  return sql`done.portfolio_id = loan.portfolio_id and done.loan_id = loan.id`;
}

/** Checks in SQL whether the charge `done` has an amount left after its waivers. */
export function isChargeOpen(sql: Queryable): Fragment {
  return sql`done.amount_minor > coalesce((
    select sum(case waiver.event when 'waive-charge' then waiver.amount_minor
      else -waiver.amount_minor end)
    from charge_waivers waiver
    where waiver.portfolio_id = done.portfolio_id and waiver.charge_id = done.id), 0)`;
}
