import { ALLOCATION_ORDERS } from '@bursar/loan-maths/component-orders';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  dayOffRules,
  FREQUENCY_MAX,
  frequencyUnits,
  GRACE_DAYS_MAX,
  productDayCounts,
  roundings,
  scheduleMethods,
} from './product-terms.ts';
import {
  currency,
  cursor,
  instant,
  loanRatePercent,
  nameText,
  namedRef,
  pageLimit,
  sharePercent,
  uuid,
} from '../values.ts';

/** An amount in a product's terms. Its maximum ensures that sums stay safe integers. */
const amountMinor = z.int().min(1).max(1_000_000_000_000);

const instalments = z.int().min(1).max(600);

const fixed = z.object({ kind: z.literal('fixed'), amountMinor });
const percent = z.object({ kind: z.literal('percent'), percent: sharePercent });
const fee = z.discriminatedUnion('kind', [fixed, percent]).nullable();

const overdue = {
  graceDays: z.int().min(0).max(GRACE_DAYS_MAX),
  capMinor: amountMinor.nullable(),
};
const penalty = z
  .discriminatedUnion('kind', [fixed.extend(overdue), percent.extend(overdue)])
  .nullable();

export const productTerms = z.object({
  scheduleMethod: z.enum(scheduleMethods),
  dayCount: z.enum(productDayCounts),
  frequencyUnit: z.enum(frequencyUnits),
  frequencyEvery: z.int().min(1).max(FREQUENCY_MAX),
  instalmentCount: instalments,
  instalmentCountMin: instalments,
  instalmentCountMax: instalments,
  principalMinMinor: amountMinor,
  principalMaxMinor: amountMinor,
  annualRatePercent: loanRatePercent,
  annualRateMinPercent: loanRatePercent,
  annualRateMaxPercent: loanRatePercent,
  instalmentRounding: z.enum(roundings),
  instalmentMultipleMinor: amountMinor,
  gracePrincipal: z.int().min(0).max(599),
  graceInterest: z.int().min(0).max(599),
  disbursementFee: fee,
  instalmentFee: fee,
  penalty,
  allocationOrder: z.enum(ALLOCATION_ORDERS),
  dayOffRule: z.enum(dayOffRules),
});

const productVersion = z.object({
  id: uuid,
  /** Numbered from 1 without gaps. */
  number: z.int(),
  /** The portfolio's currency when the version was written. */
  currency,
  terms: productTerms,
  /** Number of loans in the caller's scope that use this version. */
  loans: z.int(),
  madeBy: z.string(),
  madeAt: instant,
});
export type ProductVersion = z.infer<typeof productVersion>;

const product = z.object({
  id: uuid,
  name: z.string(),
  portfolio: namedRef,
  isArchived: z.boolean(),
  /** Number of loans in the caller's scope, including loans from tapes with their own terms. */
  loans: z.int(),
  /** The version for new loans; null if only a tape has named the product. */
  latest: productVersion.omit({ loans: true, madeBy: true, madeAt: true }).nullable(),
});
export type Product = z.infer<typeof product>;

export const listLoanProducts = endpoint({
  key: 'GET /api/loan-products',
  summary: 'List loan products of the portfolio by name, with their latest terms.',
  access: 'read-products',
  query: z.object({
    q: z.string().max(100).optional(),
    state: z.enum(['current', 'archived']).default('current'),
    after: cursor.optional(),
    limit: pageLimit.default(50),
  }),
  answer: z.object({
    rows: z.array(product),
    /** Total number of matches. */
    count: z.int(),
    nextCursor: cursor.nullable(),
  }),
  failures: [],
});
export type ListLoanProducts = typeof listLoanProducts;

const productParams = z.object({ productId: uuid });

export const readProduct = endpoint({
  key: 'GET /api/loan-products/:productId',
  summary: 'Get a loan product with every version of its terms, newest first.',
  access: 'read-products',
  params: productParams,
  answer: product.extend({ versions: z.array(productVersion) }),
  failures: ['not_found'],
});
export type ReadProduct = typeof readProduct;

const contradictions = [
  'bounds_upside_down',
  'usual_outside_bounds',
  'grace_too_long',
  'fee_exceeds_principal',
  'skip_needs_days_or_weeks',
  'terms_make_no_schedule',
  'multiple_exceeds_instalment',
  'due_dates_coincide',
] as const;

const written = z.object({ productId: uuid, versionId: uuid, number: z.int() });

export const createProduct = endpoint({
  key: 'POST /api/loan-products',
  summary: 'Create a loan product with the first version of its terms.',
  access: 'manage-products',
  body: z.object({
    /** The client creates both ids and repeats them on every retry. */
    id: uuid,
    versionId: uuid,
    name: nameText.max(120),
    terms: productTerms,
  }),
  answer: written,
  failures: [
    'name_missing',
    ...contradictions,
    'id_reused_with_different_content',
    'name_already_used',
  ],
});
export type CreateProduct = typeof createProduct;

export const addProductVersion = endpoint({
  key: 'POST /api/loan-products/:productId/versions',
  summary: 'Add new terms to a product for later loans. Existing loans keep their terms.',
  access: 'manage-products',
  params: productParams,
  body: z.object({
    /** The client creates this id and repeats it on every retry. */
    id: uuid,
    /** The number of the version that the user saw; 0 if there was none. */
    basedOn: z.int().min(0).max(1_000_000),
    terms: productTerms,
  }),
  answer: written,
  failures: [
    ...contradictions,
    'not_found',
    'id_reused_with_different_content',
    'product_is_archived',
    'changed_since',
  ],
});
export type AddProductVersion = typeof addProductVersion;

const archived = z.object({ isArchived: z.boolean() });

export const archiveProduct = endpoint({
  key: 'POST /api/loan-products/:productId/archive',
  summary: 'Archive a product, so that no new loans use it. Its existing loans continue.',
  access: 'manage-products',
  params: productParams,
  answer: archived,
  failures: ['not_found'],
});
export type ArchiveProduct = typeof archiveProduct;

export const restoreProduct = endpoint({
  key: 'POST /api/loan-products/:productId/restore',
  summary: 'Restore an archived product.',
  access: 'manage-products',
  params: productParams,
  answer: archived,
  failures: ['not_found'],
});
export type RestoreProduct = typeof restoreProduct;
