import type { ProductTerms } from '@bursar/contracts/servicing/product-terms';
import { productVersionRow } from '../features/servicing/products/products.store.ts';
import type { Transaction } from '../platform/database.ts';
import { demoPortfolio, type DemoPeople } from './demo-people.ts';
import { momentOf } from './placed-loan.ts';
import type { Random } from './random.ts';

type Lending = { readonly people: DemoPeople; readonly random: Random; readonly today: string };

/** Sets the terms of each product of the portfolio; loans imported before keep their terms. */
export async function addDemoProducts(
  transaction: Transaction,
  { people: { portfolioId, managerId, productIds }, random, today }: Lending,
): Promise<void> {
  const at = momentOf(today, 6);
  const { currency } = demoPortfolio;
  const made = { portfolioId, currency, number: 1, madeBy: managerId, madeAt: at.toISOString() };
  const versions = productIds.map((productId, place) =>
    productVersionRow({
      ...made,
      id: random.uuid(at),
      productId,
      terms: { ...personal, ...others[place] },
    }),
  );
  await transaction`insert into product_versions ${transaction(versions)}`;
}

const personal: ProductTerms = {
  scheduleMethod: 'equal_instalments',
  dayCount: '30/360',
  frequencyUnit: 'months',
  frequencyEvery: 1,
  instalmentCount: 36,
  instalmentCountMin: 6,
  instalmentCountMax: 60,
  principalMinMinor: 100_000,
  principalMaxMinor: 4_000_000,
  annualRatePercent: '12.5',
  annualRateMinPercent: '6',
  annualRateMaxPercent: '27',
  instalmentRounding: 'half_even',
  instalmentMultipleMinor: 1,
  gracePrincipal: 0,
  graceInterest: 0,
  disbursementFee: { kind: 'percent', percent: '1.5' },
  instalmentFee: null,
  penalty: { kind: 'fixed', amountMinor: 1_500, graceDays: 10, capMinor: null },
  allocationOrder: 'penalties_fees_interest_principal',
  dayOffRule: 'as_is',
};

/**
 * The terms in which each product differs from `personal`, in the order of the portfolio's
 * products.
 */
const others: readonly Partial<ProductTerms>[] = [
  {},
  { instalmentCountMax: 120, principalMaxMinor: 10_000_000, annualRatePercent: '9.9' },
  {
    principalMaxMinor: 25_000_000,
    annualRatePercent: '14',
    gracePrincipal: 3,
    disbursementFee: { kind: 'fixed', amountMinor: 25_000 },
    penalty: { kind: 'percent', percent: '12', graceDays: 5, capMinor: null },
    dayOffRule: 'following',
    principalMinMinor: 500_000,
  },
];
