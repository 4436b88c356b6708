import { visibleForm } from '@bursar/contracts/visible-names';
import { firstOf } from '@bursar/contracts/cut-text';
import type { PostBankFile } from '@bursar/contracts/intake/bank-files';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../../platform/audit.ts';
import type { PortfolioContext } from '../../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../../platform/database.ts';
import { refuse, succeed, type Outcome, type Refusal } from '../../../../platform/outcome.ts';
import { lockLoan } from '../../../servicing/loan-account/loan-state.store.ts';
import { postParts } from '../../../servicing/payments/post-parts.ts';
import { postWithin } from '../../../servicing/payments/post-payment.ts';
import type { FileKey } from '../bank-file-keys.ts';
import { findDigest } from '../stored/bank-files.store.ts';
import {
  countMatched,
  setLine,
  takeMatchedLine,
  type LineOutcome,
  type LockedLine,
} from '../stored/line-states.store.ts';
import { areProvenTwo } from '../stored/line-identity.ts';
import { listParts, type LinePart } from '../stored/line-parts.store.ts';
import { lockPostedOther } from '../stored/line-totals.store.ts';
import { listCompared } from '../match/match-lines.store.ts';
import { findPostedDuplicate } from '../stored/posted-duplicates.store.ts';
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

/** Posts a line that no other process is posting; returns null if none is left. */
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
    const { posted, possibleDuplicateId } = await postOnce(
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
 * Another payment may have arrived since the line was matched. If it paid the current instalment,
 * the next one often has the same amount but is not due. The loan stays locked.
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

type Posting = {
  readonly portfolioId: string;
  readonly line: LockedLine;
  readonly loanId: string;
};

/**
 * Posts a line even if the loan has an equal payment, provided that the bank's files prove two
 * payments or a user decided so. Otherwise returns the refusal, with the id of the line that may
 * have reported the same payment.
 */
async function postOnce(
  transaction: Transaction,
  { portfolioId, line, loanId }: Posting,
  context: PortfolioContext,
) {
  const isDecided = line.reason === 'person' && line.possibleDuplicateOf !== null;
  const other = await lockPostedOther(transaction, { portfolioId, id: line.id });
  if (other && !isDecided) {
    const { id, fileName, number } = other;
    const posted = refuse('bank_money_posted_already', {
      details: { file: fileName, line: number },
    });
    return { posted, possibleDuplicateId: id };
  }
  const parts = await listParts(transaction, { portfolioId, bankLineId: line.id });
  if (parts.length > 0) {
    const posted = await postPartsOf(transaction, { line, parts }, context);
    return { posted, possibleDuplicateId: null };
  }
  const payment = paymentOf(line, loanId);
  const posted = await postWithin(transaction, payment, context);
  const equal = posted.ok ? undefined : equalPayment(posted.refusal);
  if (equal === undefined) return { posted, possibleDuplicateId: null };
  const pair = await findPostedDuplicate(transaction, {
    portfolioId,
    id: line.id,
    paymentId: equal,
  });
  if (!pair) return { posted, possibleDuplicateId: null };
  if (!isDecided && !areProvenTwo(pair.line, pair.possibleDuplicate))
    return { posted, possibleDuplicateId: pair.possibleDuplicate.id };
  const confirmedDuplicateOf = await postWithin(
    transaction,
    { ...payment, confirmedDuplicateOf: equal },
    context,
  );
  return { posted: confirmedDuplicateOf, possibleDuplicateId: null };
}

type Parts = { readonly line: LockedLine; readonly parts: readonly LinePart[] };

/** Posts all parts of a line or none. */
async function postPartsOf(
  transaction: Transaction,
  { line, parts }: Parts,
  context: PortfolioContext,
) {
  const sumMinor = parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  if (sumMinor !== line.amountMinor) throw new Error(`the parts of line ${line.id} do not add up`);
  const { loanId: _loanId, ...payment } = paymentOf(line, line.id);
  const posted = await postParts(
    transaction,
    {
      payment: { ...payment, splitId: line.id },
      parts: parts.map(({ paymentId, loanId, amountMinor }) => ({
        id: paymentId,
        loanId,
        amountMinor,
      })),
    },
    context,
  );
  if (!posted.ok) return posted;
  // The id of a replayed part refers to a payment that did not come from this line.
  return posted.value.some(({ replayed }) => replayed)
    ? refuse('id_reused_with_different_content')
    : succeed(null);
}

function equalPayment({ code, details }: Refusal): string | undefined {
  const paymentId = details?.['paymentId'];
  const isEqual = code === 'payment_looks_posted_already' && typeof paymentId === 'string';
  return isEqual ? paymentId : undefined;
}

const NOTE_MAX = 500;

/** Builds the payment of a line; its id was fixed when the line was stored. */
function paymentOf(
  { paymentId, amountMinor, currency, valueOn, remittance, bankId }: LockedLine,
  loanId: string,
) {
  const texts = [remittance, bankId].map((text) => visibleForm(text).trim());
  const note = texts.filter((text) => text !== '').join(' · ');
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
