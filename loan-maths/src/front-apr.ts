import type { CashFlowSeries } from './apr-cash-flows.ts';
import { aprEuropeanUnion as aprOfFlows } from './apr-eu.ts';
import type { AprPercent } from './apr-percent.ts';
import type { RegulationZApr, RegulationZTransaction } from './apr-regz.ts';
import { aprRegulationZ as aprOfTransaction } from './apr-regz.ts';
import type { EuropeanAprInWords, RegulationZAprInWords } from './apr-words.ts';
import {
  readEuropeanFlows,
  readRegulationZ,
  tellEuropeanApr,
  tellRegulationZApr,
} from './apr-words.ts';
import type { Outcome } from './outcome.ts';
import { succeed } from './outcome.ts';
import { readDecimals } from './schedule-words.ts';
import type { InWords } from './words.ts';
import { isTyped, readingWords } from './words.ts';

/** `aprRegulationZ` of apr-regz.ts; typed, or in the words of the published cases. */
export function aprRegulationZ(transaction: RegulationZTransaction): Outcome<RegulationZApr>;
export function aprRegulationZ(words: InWords<'series'>): Outcome<RegulationZAprInWords>;
export function aprRegulationZ(
  transaction: RegulationZTransaction | InWords<'series'>,
): Outcome<RegulationZApr | RegulationZAprInWords> {
  if (isTyped<RegulationZTransaction>(transaction, 'series')) return aprOfTransaction(transaction);
  return readingWords(() => {
    const apr = aprOfTransaction(readRegulationZ(transaction));
    return apr.ok ? succeed(tellRegulationZApr(apr.value, readDecimals(transaction))) : apr;
  });
}

/** `aprEuropeanUnion` of apr-eu.ts; typed flows, or the words of the published cases. */
export function aprEuropeanUnion(flows: readonly CashFlowSeries[]): Outcome<AprPercent>;
export function aprEuropeanUnion(words: InWords<'length'>): Outcome<EuropeanAprInWords>;
export function aprEuropeanUnion(
  flows: readonly CashFlowSeries[] | InWords<'length'>,
): Outcome<AprPercent | EuropeanAprInWords> {
  if (isFlows(flows)) return aprOfFlows(flows);
  return readingWords(() => {
    const apr = aprOfFlows(readEuropeanFlows(flows));
    return apr.ok ? succeed(tellEuropeanApr(apr.value)) : apr;
  });
}

function isFlows(
  flows: readonly CashFlowSeries[] | InWords<'length'>,
): flows is readonly CashFlowSeries[] {
  return Array.isArray(flows);
}
