import { addDays, type CalendarDate } from '@bursar/loan-maths';
import { loanReference } from '../features/servicing/loan-lists/loans.store.ts';
import {
  insertNotifications,
  type NotificationRow,
} from '../features/access/notifications/notifications.store.ts';
import type { Transaction } from '../platform/database.ts';
import { demoPortfolio, type DemoPeople } from './demo-people.ts';
import { momentOf } from './placed-loan.ts';
import type { Random } from './random.ts';

type Inputs = {
  readonly people: DemoPeople;
  readonly random: Random;
  readonly today: CalendarDate;
};

const NOTIFIED_DAYS = 45;
const READ_DAYS = 7;

/** Adds notifications of the latest assignments; those of the last week are unread. */
export async function addDemoNotifications(
  transaction: Transaction,
  { people: { portfolioId }, random, today }: Inputs,
): Promise<void> {
  const batches = await transaction<BatchDetails[]>`
    select account.id as account_id, batch.id as batch_id, batch.made_by as sender_id, batch.made_at as created_at,
      batch.loan_count as count, batch.outstanding_minor as amount_minor,
      case when batch.loan_count = 1 then (
        select loan.reference_number from assignments given
        join loans loan on loan.portfolio_id = given.portfolio_id and loan.id = given.loan_id
        where given.portfolio_id = batch.portfolio_id and given.batch_id = batch.id
      ) end as only_reference,
      batch.made_at = max(batch.made_at) over (partition by account.id) as is_latest
    from assignment_batches batch
    join accounts account on account.portfolio_id = batch.portfolio_id
      and (account.id = batch.to_agent_id or (batch.to_agent_id is null
        and account.role = 'team' and account.team_id = batch.to_team_id))
    where batch.portfolio_id = ${portfolioId} and batch.made_at > ${momentOf(addDays(today, -NOTIFIED_DAYS), 0).toISOString()}
    order by batch.made_at, batch.id`;
  const notifications = batches.flatMap(
    ({ isLatest, batchId, onlyReference, ...batch }): NotificationRow[] => {
      const target = { kind: 'batch' as const, id: batchId };
      const subject = onlyReference === null ? null : loanReference(onlyReference);
      const common = { ...batch, portfolioId, subject, target };
      const notification: NotificationRow = {
        ...common,
        id: random.uuid(new Date(batch.createdAt)),
        kind: 'notification',
        event: 'loans-assigned',
        message: '',
        currency: demoPortfolio.currency,
      };
      const message: NotificationRow = {
        ...notification,
        id: random.uuid(new Date(batch.createdAt)),
        kind: 'message',
        event: 'assignment-message',
        message: 'Please call everyone once before the first instalment is due.',
      };
      return isLatest ? [notification, message] : [notification];
    },
  );
  await insertNotifications(transaction, notifications);
  await transaction`
    update notifications set read_at = created_at + interval '2 hours'
    where portfolio_id = ${portfolioId}
      and created_at < ${momentOf(addDays(today, -READ_DAYS), 0).toISOString()}`;
}

type BatchDetails = Pick<
  NotificationRow,
  'accountId' | 'senderId' | 'createdAt' | 'count' | 'amountMinor'
> & {
  readonly isLatest: boolean;
  readonly batchId: string;
  readonly onlyReference: number | null;
};
