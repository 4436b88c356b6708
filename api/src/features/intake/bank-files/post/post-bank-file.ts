import type { PostBankFile } from '@bursar/contracts/intake/bank-files';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../../platform/audit.ts';
import type { PortfolioContext } from '../../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../../platform/outcome.ts';
import { lockLoan } from '../../../servicing/loan-account/loan-state.store.ts';
import type { FileKey } from '../bank-file-keys.ts';
import { findDigest } from '../stored/bank-files.store.ts';
import {
  countMatched,
  setLine,
  takeMatchedLine,
  type LineOutcome,
  type LockedLine,
} from '../stored/line-states.store.ts';
import { listCompared } from '../match/match-lines.store.ts';
import { postLine } from './post-line.ts';
import { clearByRule, findPostingRule, isPaidAhead } from '../stored/posting-rule.store.ts';

/**
 * One call posts for this long and then reports what remains, so that no request waits for
 * thousands of lines.
 */
const SLICE_MS = 2_000;

type Posted = Outcome<AnswerOf<PostBankFile>, FailureOf<PostBankFile>>;

/**
 * Posts the matched lines, each in its own transaction together with its result. A crash leaves
 * each line posted or not posted, never half; the next call continues with the remaining lines.
 */
export async function postBankFile(
  database: Database,
  key: PostedLines,
  context: PortfolioContext,
): Promise<Posted> {
  if (!(await findDigest(database, key))) return refuse('not_found');
  const until = performance.now() + SLICE_MS;
  const counts = { posted: 0, refused: 0 };
  do {
    const became = await postNextLine(database, key, context);
    if (became === null) break;
    if (became !== 'waiting') counts[became] += 1;
  } while (performance.now() < until);
  return succeed({ ...counts, left: await countMatched(database, key) });
}

type PostedLines = FileKey & {
  /** Whether to post only lines that the posting rule may post. */
  readonly byRule: boolean;
};

/**
 * Posts a line that no other process is posting. Returns null if none is left or the posting rule
 * is off, and `waiting` if the amount of a line for the rule is no longer due.
 */
function postNextLine(
  database: Database,
  key: PostedLines,
  context: PortfolioContext,
): Promise<'posted' | 'refused' | 'waiting' | null> {
  const { portfolioId, byRule } = key;
  return database.begin(async (transaction) => {
    if (byRule && !(await findPostingRule(transaction, portfolioId)).postsExact) return null;
    const line = await takeMatchedLine(transaction, key);
    if (!line) return null;
    if (byRule && !(await isStillDue(transaction, line, context))) {
      await clearByRule(transaction, { portfolioId, id: line.id });
      return 'waiting';
    }
    const { id, number, reason, loanId, evidence } = line;
    if (loanId === null) throw new Error(`the matched line ${id} has no loan`);
    const { posted, possibleDuplicateId } = await postLine(
      transaction,
      { portfolioId, line, loanId },
      context,
    );
    const became = posted.ok ? 'posted' : 'refused';
    const refusal = posted.ok ? {} : { refusal: posted.refusal };
    const after: LineOutcome =
      possibleDuplicateId === null
        ? { state: became, reason, loanId, evidence, ...refusal }
        : {
            state: 'needs-look',
            reason: null,
            loanId: null,
            possibleDuplicateOf: possibleDuplicateId,
          };
    await setLine(transaction, { portfolioId, id }, after);
    await auditCommand(transaction, context, {
      portfolioId,
      event: 'post-bank-line',
      subject: 'bank-file',
      subjectId: key.bankFileId,
      after: {
        line: number,
        state: after.state,
        loanId,
        ...(byRule && { byRule: 'true' }),
        ...(posted.ok ? { paymentId: line.paymentId } : { refusal: posted.refusal.code }),
      },
    });
    return became;
  });
}

/**
 * Locks the loan of a line and returns whether the amount of the line is still due. Another payment
 * may have arrived since the line was matched, and the next instalment, which is not due yet, often
 * has the same amount.
 */
async function isStillDue(
  transaction: Transaction,
  { loanId, amountMinor }: LockedLine,
  { portfolio, session }: PortfolioContext,
): Promise<boolean> {
  if (loanId === null || !(await lockLoan(transaction, { scope: session.scope, loanId }))) {
    return false;
  }
  const key = { portfolioId: portfolio.id, today: session.businessDate };
  const [loan] = await listCompared(transaction, { ...key, loanIds: [loanId] });
  if (loan?.dueMinor !== amountMinor) return false;
  return !(await isPaidAhead(transaction, { ...key, loanId }));
}
