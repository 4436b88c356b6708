import type { RecordConsent } from '@bursar/contracts/records/borrowers';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../platform/audit.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import {
  findBorrower,
  insertConsent,
  isSameConsent,
  lockBorrower,
  type NewConsent,
} from './borrowers.store.ts';

type Recorded = Outcome<AnswerOf<RecordConsent>, FailureOf<RecordConsent>>;
type ConsentCommand = Pick<NewConsent, 'id' | 'borrowerId' | 'channel' | 'state' | 'means'>;

export async function recordConsent(
  database: Database,
  command: ConsentCommand,
  context: PortfolioContext,
): Promise<Recorded> {
  const { session, now } = context;
  return database.begin(async (transaction) => {
    const { scope, businessDate, account } = session;
    const { id, borrowerId, channel, state, means } = command;
    await lockBorrower(transaction, { portfolioId: context.portfolio.id, borrowerId });
    const borrower = await findBorrower(transaction, {
      scope,
      businessDate,
      borrowerId,
      reader: 'books',
    });
    if (!borrower) return refuse('not_found');
    if (borrower.mergedInto) return refuse('borrower_merged_away');
    const consent: NewConsent = {
      ...command,
      portfolioId: borrower.portfolioId,
      recordedBy: account.id,
      recordedAt: now.toISOString(),
    };
    if (!(await insertConsent(transaction, consent))) {
      return (await isSameConsent(transaction, consent))
        ? succeed({ id, replayed: true })
        : refuse('id_reused_with_different_content');
    }
    await auditCommand(transaction, context, {
      portfolioId: borrower.portfolioId,
      event: 'record-consent',
      subject: 'borrower',
      subjectId: borrowerId,
      after: { channel, state, means },
    });
    return succeed({ id, replayed: false });
  });
}
