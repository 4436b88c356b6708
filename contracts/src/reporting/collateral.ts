import { z } from 'zod';
import {
  collateralEvents,
  historySpans,
  marginFilters,
  marginStates,
} from './collateral.values.ts';
import { endpoint } from '../endpoint.ts';
import {
  amountMinor,
  currency,
  cursor,
  day,
  instant,
  nameText,
  pageLimit,
  uuid,
  version,
} from '../values.ts';

/** An exact quantity, with at most as many decimals as its asset has, up to 18. */
const quantity = z.string().regex(/^\d{1,15}(\.\d{1,18})?$/);
/** The price of one unit in whole units of the currency, because it may be far below a cent. */
const price = z.string().regex(/^\d{1,12}(\.\d{1,18})?$/);
const bps = z.int().min(0);

const marginLine = z.object({
  warningBps: z.int().min(1).max(100_000),
  callBps: z.int().min(1).max(100_000),
  /** The maximum age of a price in hours; older prices are not used. */
  priceMaxAgeHours: z.int().min(1).max(8_760),
});

const assetFacts = {
  symbol: z.string().regex(/^[A-Z0-9.]{1,12}$/),
  name: nameText.max(80),
  decimals: z.int().min(0).max(18),
};

const asset = z.object({
  id: uuid,
  ...assetFacts,
  /**
   * The latest price in the portfolio’s currency and in each currency of loans with collateral,
   * regardless of its age.
   */
  prices: z.array(
    z.object({ currency, price, pricedAt: instant, source: z.string(), isFresh: z.boolean() }),
  ),
});
export type DigitalAsset = z.infer<typeof asset>;

export const readCollateral = endpoint({
  key: 'GET /api/collateral',
  summary: 'Get the collateral of loans: loan-to-value, loans by margin line, and totals by asset.',
  access: 'read-collateral',
  answer: z.object({
    businessDate: day,
    /** The margin line of the reader's portfolio; null for an administrator, who sees several. */
    line: marginLine.extend({ version }).nullable(),
    assets: z.array(asset),
    books: z.array(
      z.object({
        currency,
        loans: z.int(),
        outstandingMinor: amountMinor,
        /** Includes only loans whose holdings all have a recent price, as the ratio does. */
        pricedOutstandingMinor: amountMinor,
        valueMinor: amountMinor,
        ltvBps: bps.nullable(),
        states: z.record(z.enum(marginStates), z.int()),
        totals: z.array(
          z.object({
            assetId: uuid,
            loans: z.int(),
            quantity,
            /** Null if a holding of the asset has no recent price. */
            valueMinor: amountMinor.nullable(),
          }),
        ),
      }),
    ),
  }),
  failures: [],
});
export type ReadCollateral = typeof readCollateral;

export const readCollateralHistory = endpoint({
  key: 'GET /api/collateral/history',
  summary: 'Get loan-to-value and prices at the end of past days: thirty days, or a year by month.',
  access: 'read-collateral',
  query: z.object({ span: z.enum(historySpans).default('month') }),
  answer: z.object({
    days: z.array(day),
    books: z.array(
      z.object({
        currency,
        points: z.array(
          z.object({
            on: day,
            loans: z.int(),
            unpricedLoans: z.int(),
            outstandingMinor: amountMinor,
            valueMinor: amountMinor,
            ltvBps: bps.nullable(),
          }),
        ),
        /** Prices by asset, in the order of the days; null if there was no recent price. */
        prices: z.array(z.object({ assetId: uuid, values: z.array(price.nullable()) })),
      }),
    ),
  }),
  failures: [],
});
export type ReadCollateralHistory = typeof readCollateralHistory;

const holding = z.object({
  assetId: uuid,
  symbol: z.string(),
  quantity,
  price: price.nullable(),
  pricedAt: instant.nullable(),
  isFresh: z.boolean(),
  valueMinor: amountMinor.nullable(),
});

const securedLoan = z.object({
  loanId: uuid,
  loanReference: z.string(),
  borrower: z.string().nullable(),
  currency,
  outstandingMinor: amountMinor,
  valueMinor: amountMinor.nullable(),
  ltvBps: bps.nullable(),
  state: z.enum(marginStates),
  holdings: z.array(holding),
});
export type SecuredLoan = z.infer<typeof securedLoan>;

const loanFilter = {
  currency: currency.optional(),
  state: z.enum(marginFilters).optional(),
  assetId: uuid.optional(),
  /**
   * Values are calculated at the end of this day. If it is absent, today or later, values are
   * current.
   */
  on: day.optional(),
};

export const listSecuredLoans = endpoint({
  key: 'GET /api/collateral/loans',
  summary: 'List loans with collateral, highest loan-to-value first.',
  access: 'read-collateral',
  query: z.object({ ...loanFilter, after: cursor.optional(), limit: pageLimit.default(50) }),
  answer: z.object({ rows: z.array(securedLoan), nextCursor: cursor.nullable() }),
  failures: [],
});
export type ListSecuredLoans = typeof listSecuredLoans;

export const exportSecuredLoans = endpoint({
  key: 'GET /api/collateral/loans.csv',
  summary: 'Export loans with collateral as a file, one line for each holding.',
  access: 'read-collateral',
  query: z.object(loanFilter),
  answer: z.string(),
  answerType: 'text/csv',
  failures: [],
});
export type ExportSecuredLoans = typeof exportSecuredLoans;

const ofLoan = z.object({ loanId: uuid });

export const readLoanCollateral = endpoint({
  key: 'GET /api/loans/:loanId/collateral',
  summary: 'Get the collateral of a loan with all its events.',
  access: 'read-collateral',
  params: ofLoan,
  answer: z.object({
    loanReference: z.string(),
    currency,
    secured: securedLoan.nullable(),
    events: z.array(
      z.object({
        id: uuid,
        event: z.enum(collateralEvents),
        assetId: uuid,
        symbol: z.string(),
        quantity,
        valueDate: day,
        custody: z.string(),
        reason: z.string(),
        opposesId: uuid.nullable(),
        isOpposed: z.boolean(),
        madeBy: z.string(),
        madeAt: instant,
      }),
    ),
  }),
  failures: ['not_found'],
});
export type ReadLoanCollateral = typeof readLoanCollateral;

const made = z.object({ id: uuid, replayed: z.boolean() });

export const moveCollateral = endpoint({
  key: 'POST /api/loans/:loanId/collateral',
  summary: 'Pledge a quantity of an asset for a loan, or release it.',
  access: 'move-collateral',
  params: ofLoan,
  body: z.object({
    id: uuid,
    event: z.enum(['pledge', 'release']),
    assetId: uuid,
    quantity,
    valueDate: day,
    /** The place of custody: a custodian's reference, or an address. */
    custody: z.string().max(200),
  }),
  answer: made,
  failures: [
    'not_found',
    'id_reused_with_different_content',
    'asset_not_found',
    'quantity_not_positive',
    'quantity_too_exact',
    'value_date_in_future',
    'more_than_is_held',
  ],
});
export type MoveCollateral = typeof moveCollateral;

export const opposeCollateral = endpoint({
  key: 'POST /api/loans/:loanId/collateral/:collateralId/opposite',
  summary: 'Undo a pledge or a release by the opposite event on the same day.',
  access: 'move-collateral',
  params: ofLoan.extend({ collateralId: uuid }),
  body: z.object({ id: uuid, reason: z.string().max(500) }),
  answer: made,
  failures: [
    'not_found',
    'reason_missing',
    'id_reused_with_different_content',
    'already_opposed',
    'more_than_is_held',
  ],
});
export type OpposeCollateral = typeof opposeCollateral;

export const createAsset = endpoint({
  key: 'POST /api/collateral/assets',
  summary: 'Create a digital asset that may be pledged. Its decimals never change.',
  access: 'price-collateral',
  body: z.object({ id: uuid, ...assetFacts }),
  answer: made,
  failures: ['name_missing', 'symbol_already_used', 'id_reused_with_different_content'],
});
export type CreateAsset = typeof createAsset;

const enteredPrice = z.object({
  id: uuid,
  assetId: uuid,
  symbol: z.string(),
  currency,
  price,
  pricedAt: instant,
  source: z.string(),
  fromFile: z.boolean(),
  enteredBy: z.string(),
  enteredAt: instant,
  withdrawn: z.object({ reason: z.string(), by: z.string(), at: instant }).nullable(),
});
export type EnteredPrice = z.infer<typeof enteredPrice>;

export const listPrices = endpoint({
  key: 'GET /api/collateral/prices',
  summary: 'List entered prices, newest first, with the account and reason of each withdrawal.',
  access: 'read-collateral',
  query: z.object({
    assetId: uuid.optional(),
    after: cursor.optional(),
    limit: pageLimit.default(50),
  }),
  answer: z.object({ rows: z.array(enteredPrice), nextCursor: cursor.nullable() }),
  failures: [],
});
export type ListPrices = typeof listPrices;

export const enterPrice = endpoint({
  key: 'POST /api/collateral/prices',
  summary: 'Enter the price of an asset at a moment, with its source.',
  access: 'price-collateral',
  body: z.object({
    id: uuid,
    assetId: uuid,
    currency,
    price,
    /** The day and the time are in the portfolio's time zone. */
    day,
    time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
    source: z.string().max(120),
  }),
  answer: made,
  failures: [
    'id_reused_with_different_content',
    'source_missing',
    'currency_unknown',
    'asset_not_found',
    'price_not_positive',
    'priced_in_future',
    'price_entered_otherwise',
  ],
});
export type EnterPrice = typeof enterPrice;

export const withdrawPrice = endpoint({
  key: 'POST /api/collateral/prices/:priceId/withdrawal',
  summary: 'Withdraw a wrong price. It stays on record and no longer counts.',
  access: 'price-collateral',
  params: z.object({ priceId: uuid }),
  body: z.object({ id: uuid, reason: z.string().max(500) }),
  answer: made,
  failures: [
    'reason_missing',
    'not_found',
    'price_already_withdrawn',
    'id_reused_with_different_content',
  ],
});
export type WithdrawPrice = typeof withdrawPrice;

export const changeMarginLine = endpoint({
  key: 'PUT /api/collateral/margin-line',
  summary: 'Set the margin lines and the maximum age of a price.',
  access: 'price-collateral',
  body: marginLine.extend({ version }),
  answer: marginLine.extend({ version }),
  failures: ['call_below_warning', 'changed_since'],
});
export type ChangeMarginLine = typeof changeMarginLine;
