import { firstOf } from '@bursar/contracts/cut-text';
import type { PostBankFile } from '@bursar/contracts/bank-files';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../platform/audit.ts';
import type { PortfolioContext } from '../../platform/command-context.ts';
import type { Database } from '../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../platform/outcome.ts';
import { postWithin } from '../payments/post-payment.ts';
import {
  countMatched,
  findDigest,
  setLine,
  takeMatchedLine,
  type FileKey,
  type LockedLine,
} from './bank-files.store.ts';

/** A call posts for so long and tells what is left: nobody waits for thousands of lines in one answer. */
const TURN_MS = 2_000;

type Posted = Outcome<AnswerOf<PostBankFile>, FailureOf<PostBankFile>>;

/**
 * Posts matched lines one after another, each in a transaction of its own with what became of it. What a
 * crash interrupts is not posted or posted whole; whoever calls next goes on with what is still matched.
 */
export async function postBankFile(
  database: Database,
  key: FileKey,
  context: PortfolioContext,
): Promise<Posted> {
  if (!(await findDigest(database, key))) return refuse('not_found');
  const until = performance.now() + TURN_MS;
  const counts = { posted: 0, refused: 0 };
  do {
    const became = await postNextLine(database, key, context);
    if (became === null) break;
    counts[became] += 1;
  } while (performance.now() < until);
  return succeed({ ...counts, left: await countMatched(database, key) });
}

/** Null where no line waits that nobody else is posting at this moment. */
function postNextLine(
  database: Database,
  key: FileKey,
  context: PortfolioContext,
): Promise<'posted' | 'refused' | null> {
  const { portfolioId } = key;
  return database.begin(async (transaction) => {
    const line = await takeMatchedLine(transaction, key);
    if (!line) return null;
    const { id, number, reason, loanId } = line;
    if (loanId === null) throw new Error(`the matched line ${id} has no loan`);
    const posted = await postWithin(transaction, paymentOf(line, loanId), context);
    const became = posted.ok ? 'posted' : 'refused';
    const refusal = posted.ok ? {} : { refusal: posted.refusal };
    await setLine(transaction, { portfolioId, id }, { state: became, reason, loanId, ...refusal });
    await auditCommand(transaction, context, {
      portfolioId,
      event: 'post-bank-line',
      subject: 'bank-file',
      subjectId: key.bankFileId,
      after: {
        line: number,
        state: became,
        loanId,
        ...(posted.ok ? { paymentId: line.paymentId } : { refusal: posted.refusal.code }),
      },
    });
    return became;
  });
}

const NOTE_MAX = 500;

/** What the bank tells becomes a payment of its own: its id was made with the line and never changes. */
function paymentOf(
  { paymentId, amountMinor, currency, valueOn, remittance, bankId }: LockedLine,
  loanId: string,
) {
  const note = [remittance, bankId].filter((text) => text !== '').join(' · ');
  return {
    id: paymentId,
    loanId,
    amountMinor,
    currency,
    valueDate: valueOn,
    method: 'bank-transfer',
    note: firstOf(note, NOTE_MAX),
    interestUntil: 'date',
  } as const;
}
