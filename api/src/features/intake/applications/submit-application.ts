import type { SubmitApplication } from '@bursar/contracts/intake/applications';
import type { CreateBorrower } from '@bursar/contracts/records/borrowers';
import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import { MAX_PARTIES } from '@bursar/contracts/records/loan-parties';
import type { ProductTerms } from '@bursar/contracts/servicing/product-terms';
import { auditCommand } from '../../../platform/audit.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { plainAmount } from '../../../platform/table-file.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { transactionOrConflict } from '../../../platform/unique-violation.ts';
import { createWithin } from '../../records/borrowers/create-borrower.ts';
import { findBusinessCalendar } from '../../servicing/business-calendar/business-calendar.store.ts';
import { findProductVersion, lockProduct } from '../../servicing/products/products.store.ts';
import { holdCandidate } from '../../records/loan-parties/loan-parties.store.ts';
import { insertCoBorrowers, listCoBorrowersSent } from './co-borrowers.store.ts';
import {
  hasBorrower,
  holdNumbers,
  insertApplication,
  lockApplication,
  type LockedApplication,
} from './applications.store.ts';
import { scheduleApplied } from './schedule-applied.ts';

type Command = InputOf<SubmitApplication>['body'];
type Submitted = Outcome<AnswerOf<SubmitApplication>, FailureOf<SubmitApplication>>;

/** The refusal for an id that belongs to an application outside the caller's reach. */
const applicationConflict = {
  loan_applications_pkey: refuse('id_reused_with_different_content'),
};

export async function submitApplication(
  database: Database,
  command: Command,
  context: PortfolioContext,
): Promise<Submitted> {
  const { id, borrower, coBorrowerIds = [], ...asked } = command;
  const { portfolio, session, now } = context;
  const portfolioId = portfolio.id;
  return transactionOrConflict(
    database,
    applicationConflict,
    async (transaction): Promise<Submitted> => {
      const version = await findProductVersion(transaction, {
        portfolioId,
        id: command.productVersionId,
      });
      if (!version) return refuse('product_not_found', { field: 'productVersionId' });
      const { productId } = version;
      // This lock serialises repeated submissions of the same application.
      const product = await lockProduct(transaction, { portfolioId, id: productId });
      const earlier = await lockApplication(transaction, { portfolioId, id, scope: session.scope });
      if (earlier) {
        const sentIds = await listCoBorrowersSent(transaction, { portfolioId, id });
        return answerEarlier({ ...earlier, coBorrowerIds: sentIds }, command);
      }
      if (product?.isArchived !== false) {
        return refuse('product_is_archived', { field: 'productVersionId' });
      }
      if (product.latest?.id !== version.id) return refuse('changed_since');
      const { terms, currency } = version;
      const wrong = outsideTerms(terms, asked, currency);
      if (wrong) return wrong;
      const businessCalendar = await findBusinessCalendar(transaction, { portfolioId, at: null });
      const scheduled = scheduleApplied({ ...asked, currency, terms, businessCalendar });
      if (!scheduled.ok) return scheduled;
      await holdNumbers(transaction, portfolioId);
      const known = await findOrMakeBorrower(transaction, command, context);
      if (!known.ok) return known;
      const joined = await findCoBorrowers(transaction, command, context);
      if (!joined.ok) return joined;
      await insertApplication(transaction, {
        ...asked,
        id,
        portfolioId,
        currency,
        productId,
        borrowerId: borrower.id,
        by: session.account.id,
        at: now.toISOString(),
      });
      await insertCoBorrowers(transaction, { portfolioId, id, borrowerIds: coBorrowerIds });
      await auditCommand(transaction, context, {
        portfolioId,
        event: 'submit-application',
        subject: 'application',
        subjectId: id,
        after: {
          status: 'submitted',
          borrowerId: borrower.id,
          product: version.name,
          productVersion: version.number,
          principalMinor: asked.principalMinor,
          currency,
          annualRatePercent: asked.annualRatePercent,
          instalmentCount: asked.instalmentCount,
          ...(joined.value.length > 0 && { coBorrowers: joined.value.join(', ') }),
        },
      });
      return succeed({ applicationId: id, status: 'submitted', loanId: null, replayed: false });
    },
  );
}

type Asked = Pick<Command, 'principalMinor' | 'annualRatePercent' | 'instalmentCount'>;

/** Refuses values outside the product's limits, and names the limits. */
function outsideTerms(terms: ProductTerms, asked: Asked, currency: string) {
  const amount = (minor: number) => `${plainAmount(minor, currency)} ${currency}`;
  const percent = (value: number) => `${value}%`;
  const bounds = [
    {
      field: 'principalMinor',
      value: asked.principalMinor,
      range: [terms.principalMinMinor, terms.principalMaxMinor],
      format: amount,
    },
    {
      field: 'annualRatePercent',
      value: Number(asked.annualRatePercent),
      range: [Number(terms.annualRateMinPercent), Number(terms.annualRateMaxPercent)],
      format: percent,
    },
    {
      field: 'instalmentCount',
      value: asked.instalmentCount,
      range: [terms.instalmentCountMin, terms.instalmentCountMax],
      format: String,
    },
  ] as const;
  const broken = bounds.find(({ value, range: [from, to] }) => value < from || value > to);
  if (!broken) return null;
  const { field, range, format } = broken;
  const [from, to] = range;
  return refuse('outside_product_terms', {
    field,
    details: { from: format(from), to: format(to) },
  });
}

type Found = Outcome<unknown, 'borrower_not_found' | FailureOf<CreateBorrower>>;

async function findOrMakeBorrower(
  transaction: Transaction,
  { borrower }: Command,
  context: PortfolioContext,
): Promise<Found> {
  if (borrower.kind === 'new') {
    return createWithin(transaction, { ...borrower, kind: 'person' }, context, 'borrower.');
  }
  const { portfolio, session } = context;
  const key = { portfolioId: portfolio.id, id: borrower.id, scope: session.scope };
  const isKnown = await hasBorrower(transaction, key);
  return isKnown ? succeed(null) : refuse('borrower_not_found', { field: 'borrower' });
}

type Joined = Outcome<
  readonly string[],
  'party_not_found' | 'borrower_merged_away' | 'borrower_is_on_loan' | 'loan_has_too_many_parties'
>;

/**
 * Checks and locks the co-borrowers and returns their names; each must exist, be in the caller's
 * scope and appear only once.
 */
async function findCoBorrowers(
  transaction: Transaction,
  { borrower, coBorrowerIds = [] }: Command,
  { portfolio, session: { scope } }: PortfolioContext,
): Promise<Joined> {
  const field = 'coBorrowerIds';
  if (coBorrowerIds.length > MAX_PARTIES) {
    return refuse('loan_has_too_many_parties', { field, details: { limit: MAX_PARTIES } });
  }
  if (new Set([borrower.id, ...coBorrowerIds]).size <= coBorrowerIds.length) {
    return refuse('borrower_is_on_loan', { field });
  }
  const names: string[] = [];
  // Lock in a fixed order, so that two applications with the same people cannot deadlock.
  for (const borrowerId of coBorrowerIds.toSorted()) {
    const key = { scope, portfolioId: portfolio.id, borrowerId };
    const candidate = await holdCandidate(transaction, key);
    if (!candidate) return refuse('party_not_found', { field });
    if (candidate.mergedInto) return refuse('borrower_merged_away', { field });
    names.push(candidate.name ?? candidate.externalId ?? '–');
  }
  return succeed(names);
}

type Earlier = LockedApplication & { readonly coBorrowerIds: readonly string[] };

function answerEarlier(earlier: Earlier, command: Command): Submitted {
  const { coBorrowerIds = [] } = command;
  const isSame =
    earlier.borrowerId === command.borrower.id &&
    earlier.productVersionId === command.productVersionId &&
    earlier.purpose === command.purpose &&
    earlier.principalMinor === command.principalMinor &&
    Number(earlier.annualRatePercent) === Number(command.annualRatePercent) &&
    earlier.instalmentCount === command.instalmentCount &&
    earlier.disburseOn === command.disburseOn &&
    earlier.firstDueOn === command.firstDueOn &&
    earlier.coBorrowerIds.join() === coBorrowerIds.join();
  if (!isSame) return refuse('id_reused_with_different_content');
  const { id: applicationId, status, loanId } = earlier;
  return succeed({ applicationId, status, loanId, replayed: true });
}
