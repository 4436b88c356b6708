import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import { problemsOfTerms, type ProductTerms } from '@bursar/contracts/servicing/product-terms';
import type {
  AddProductVersion,
  ArchiveProduct,
  CreateProduct,
} from '@bursar/contracts/servicing/products';
import type { LoanFee } from '@bursar/loan-maths';
import { isDeepStrictEqual } from 'node:util';
import { auditCommand } from '../../../platform/audit.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { transactionOrConflict } from '../../../platform/unique-violation.ts';
import { findBusinessCalendar } from '../business-calendar/business-calendar.store.ts';
import {
  findProductVersion,
  insertProduct,
  insertVersion,
  lockProduct,
  setArchived,
  type VersionFound,
} from './products.store.ts';

type Created = Outcome<AnswerOf<CreateProduct>, FailureOf<CreateProduct>>;

const versionConflict = {
  product_versions_pkey: refuse('id_reused_with_different_content'),
};
const nameConflict = {
  ...versionConflict,
  products_name_once: refuse('name_already_used', { field: 'name' }),
};

export async function createProduct(
  database: Database,
  command: InputOf<CreateProduct>['body'],
  context: PortfolioContext,
): Promise<Created> {
  const { id, versionId, terms } = command;
  const name = command.name.trim();
  if (name === '') return refuse('name_missing', { field: 'name' });
  const { portfolio, now } = context;
  const contradiction = await refuseTerms(database, terms, portfolio.id);
  if (contradiction) return contradiction;
  const portfolioId = portfolio.id;
  return transactionOrConflict(database, nameConflict, async (transaction): Promise<Created> => {
    const { allocationOrder } = terms;
    const product = { portfolioId, id, name, allocationOrder, at: now.toISOString() };
    const answer = succeed({ productId: id, versionId, number: 1 });
    if (!(await insertProduct(transaction, product))) {
      const earlier = await findProductVersion(transaction, { portfolioId, id: versionId });
      const isSame =
        earlier?.productId === id && earlier.name === name && isVersion(earlier, 1, terms);
      return isSame ? answer : refuse('id_reused_with_different_content');
    }
    await writeVersion(transaction, { id: versionId, productId: id, number: 1, terms }, context);
    const details = describedTerms(plainTerms(terms));
    await auditCommand(transaction, context, {
      portfolioId,
      event: 'create-product',
      subject: 'product',
      subjectId: id,
      forColleagues: true,
      after: { name, productVersion: 1, currency: portfolio.currency, ...details },
    });
    return answer;
  });
}

type Added = Outcome<AnswerOf<AddProductVersion>, FailureOf<AddProductVersion>>;

/**
 * Adds a version with new terms for future loans. The second of two concurrent requests is refused.
 */
export async function addProductVersion(
  database: Database,
  command: InputOf<AddProductVersion>['body'] & { readonly productId: string },
  context: PortfolioContext,
): Promise<Added> {
  const { id, productId, basedOn, terms } = command;
  const portfolioId = context.portfolio.id;
  const contradiction = await refuseTerms(database, terms, portfolioId);
  if (contradiction) return contradiction;
  return transactionOrConflict(database, versionConflict, async (transaction): Promise<Added> => {
    const product = await lockProduct(transaction, { portfolioId, id: productId });
    if (!product) return refuse('not_found');
    const number = basedOn + 1;
    const answer = succeed({ productId, versionId: id, number });
    const earlier = await findProductVersion(transaction, { portfolioId, id });
    if (earlier) {
      const isSame = earlier.productId === productId && isVersion(earlier, number, terms);
      return isSame ? answer : refuse('id_reused_with_different_content');
    }
    if (product.isArchived) return refuse('product_is_archived');
    const { latest } = product;
    if ((latest?.number ?? 0) !== basedOn) return refuse('changed_since');
    await writeVersion(transaction, { id, productId, number, terms }, context);
    const [before, after] = changedTerms(latest?.terms ?? null, terms);
    await auditCommand(transaction, context, {
      portfolioId,
      event: 'add-product-version',
      subject: 'product',
      subjectId: productId,
      forColleagues: true,
      before: { productVersion: latest?.number ?? null, ...before },
      after: { productVersion: number, currency: context.portfolio.currency, ...after },
    });
    return answer;
  });
}

type Archived = Outcome<AnswerOf<ArchiveProduct>, FailureOf<ArchiveProduct>>;

/**
 * Archives a product so that no new application can use it, or restores it. Its loans do not
 * change.
 */
export async function archiveProduct(
  database: Database,
  { productId, isArchived }: { readonly productId: string; readonly isArchived: boolean },
  context: PortfolioContext,
): Promise<Archived> {
  const portfolioId = context.portfolio.id;
  return database.begin(async (transaction): Promise<Archived> => {
    const key = { portfolioId, id: productId };
    if (!(await lockProduct(transaction, key))) return refuse('not_found');
    const archivedAt = isArchived ? context.now.toISOString() : null;
    if (await setArchived(transaction, { ...key, archivedAt })) {
      await auditCommand(transaction, context, {
        portfolioId,
        event: isArchived ? 'archive-product' : 'restore-product',
        subject: 'product',
        subjectId: productId,
        forColleagues: true,
      });
    }
    return succeed({ isArchived });
  });
}

async function refuseTerms(database: Database, terms: ProductTerms, portfolioId: string) {
  const [problem] = problemsOfTerms(
    terms,
    await findBusinessCalendar(database, { portfolioId, at: null }),
  );
  return problem && refuse(problem.code, { field: `terms.${problem.field}` });
}

async function writeVersion(
  transaction: Transaction,
  version: { id: string; productId: string; number: number; terms: ProductTerms },
  { portfolio, session, now }: PortfolioContext,
): Promise<void> {
  await insertVersion(transaction, {
    ...version,
    portfolioId: portfolio.id,
    currency: portfolio.currency,
    madeBy: session.account.id,
    madeAt: now.toISOString(),
  });
}

function isVersion(found: VersionFound, number: number, terms: ProductTerms): boolean {
  return found.number === number && isDeepStrictEqual(plainTerms(found.terms), plainTerms(terms));
}

type PlainTerms = Readonly<Record<string, string | number | null>>;

/** Terms as flat values for the audit trail, with rates without trailing zeros. */
function plainTerms({
  disbursementFee,
  instalmentFee,
  penalty,
  ...terms
}: ProductTerms): PlainTerms {
  return {
    ...terms,
    annualRatePercent: plainPercent(terms.annualRatePercent),
    annualRateMinPercent: plainPercent(terms.annualRateMinPercent),
    annualRateMaxPercent: plainPercent(terms.annualRateMaxPercent),
    ...plainFee('disbursementFee', disbursementFee),
    ...plainFee('instalmentFee', instalmentFee),
    ...plainFee('penalty', penalty),
    penaltyGraceDays: penalty?.graceDays ?? null,
    penaltyCapMinor: penalty?.capMinor ?? null,
  };
}

function plainFee(name: string, fee: LoanFee | null): PlainTerms {
  return {
    [`${name}Minor`]: fee?.kind === 'fixed' ? fee.amountMinor : null,
    [`${name}Percent`]: fee?.kind === 'percent' ? plainPercent(fee.percent) : null,
  };
}

const plainPercent = (percent: string): string => String(Number(percent));

/** Leaves out the terms that a new product does not have, for its audit event. */
function describedTerms(terms: PlainTerms): PlainTerms {
  return Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== null));
}

/** Returns the terms that differ between two versions, before and after. */
function changedTerms(
  former: ProductTerms | null,
  terms: ProductTerms,
): readonly [PlainTerms, PlainTerms] {
  const [before, after] = [former ? plainTerms(former) : {}, plainTerms(terms)];
  const changed = Object.keys(after).filter((key) => before[key] !== after[key]);
  const pick = (of: PlainTerms) =>
    Object.fromEntries(changed.flatMap((key) => (key in of ? [[key, of[key] ?? null]] : [])));
  return [pick(before), pick(after)];
}
