import type { Allocation, OpenInstalment, PaymentToAllocate } from '../allocation.ts';
import { readFuture, readRule } from './allocation-words.ts';
import { brandMinor } from '../money.ts';
import type { Portions } from '../portions.ts';
import { readDecimals } from './schedule-words.ts';
import type { Words } from './words.ts';
import {
  isWords,
  readAmount,
  readList,
  readText,
  requireAmount,
  requireDate,
  requireOneOf,
  requireText,
  tellAmount,
} from './words.ts';

/**
 * `amount`, `date`, `strategy`, `processing`, `future_allocation` and `instalments`: each with due_date and what is
 * open of penalties, fees, interest and principal; `charges` of an instalment have kind, due_date and amount.
 */
export function readPaymentToAllocate(words: Words): PaymentToAllocate {
  const decimals = readDecimals(words);
  const future = readText(words, 'future_allocation');
  return {
    amountMinor: brandMinor(requireAmount(words, 'amount', decimals)),
    valueDate: requireDate(words, 'date'),
    rule: {
      ...readRule(words),
      ...(future === undefined ? {} : { beyondDue: readFuture(future) }),
    },
    instalments: readList(words, 'instalments').map((item, index) =>
      readInstalment(item, { number: index + 1, decimals }),
    ),
  };
}

function readInstalment(
  item: Words,
  { number, decimals }: { number: number; decimals: number },
): OpenInstalment {
  const charges = item['charges'] === undefined ? [] : readList(item, 'charges');
  return {
    number,
    dueDate: requireDate(item, 'due_date'),
    due: readPortions(item, decimals),
    paid: readPortions(isWords(item['paid']) ? item['paid'] : {}, decimals),
    charges: charges.map((charge) => ({
      portion: readChargeKind(charge),
      dueDate: requireDate(charge, 'due_date'),
      amountMinor: brandMinor(requireAmount(charge, 'amount', decimals)),
    })),
  };
}

/** `kind` of a charge; it has to be said, as another portion would be paid otherwise. */
export function readChargeKind(charge: Words): 'fee' | 'penalty' {
  requireText(charge, 'kind');
  return requireOneOf(charge, 'kind', ['FEE', 'PENALTY']) === 'PENALTY' ? 'penalty' : 'fee';
}

function readPortions(words: Words, decimals: number): Portions {
  const read = (field: string) => brandMinor(readAmount(words, field, decimals) ?? 0);
  return {
    penaltyMinor: read('penalties'),
    feeMinor: read('fees'),
    interestMinor: read('interest'),
    principalMinor: read('principal'),
  };
}

type PortionsInWords = {
  readonly penalties: string;
  readonly fees: string;
  readonly interest: string;
  readonly principal: string;
};

export type AllocationInWords = PortionsInWords & {
  readonly instalments: readonly (PortionsInWords & { readonly nr: number })[];
  /** Beyond what the instalments owe. */
  readonly overpaid: string;
};

export function tellAllocation(allocation: Allocation, decimals: number): AllocationInWords {
  const tell = (portions: Portions): PortionsInWords => ({
    penalties: tellAmount(portions.penaltyMinor, decimals),
    fees: tellAmount(portions.feeMinor, decimals),
    interest: tellAmount(portions.interestMinor, decimals),
    principal: tellAmount(portions.principalMinor, decimals),
  });
  return {
    ...tell(allocation.totals),
    instalments: allocation.parts.map((part) => ({ nr: part.instalmentNumber, ...tell(part) })),
    overpaid: tellAmount(allocation.restMinor, decimals),
  };
}
