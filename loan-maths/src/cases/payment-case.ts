import type { Allocation, OpenInstalment, PaymentToAllocate } from '../allocation.ts';
import { readFuture, readRule } from './read-allocation.ts';
import { brandMinor } from '../money.ts';
import type { AllocatedAmounts } from '../allocated-amounts.ts';
import { readDecimals } from './read-schedule.ts';
import type { CaseFields } from './case-fields.ts';
import {
  isCaseFields,
  readAmount,
  readList,
  readText,
  requireAmount,
  requireDate,
  requireOneOf,
  requireText,
  formatAmount,
} from './case-fields.ts';

/**
 * Reads `amount`, `date`, `strategy`, `processing`, `future_allocation` and `instalments`: each
 * with due_date and its penalties, fees, interest and principal; `charges` of an instalment have
 * kind, due_date and amount.
 */
export function readPaymentToAllocate(caseFields: CaseFields): PaymentToAllocate {
  const decimals = readDecimals(caseFields);
  const future = readText(caseFields, 'future_allocation');
  return {
    amountMinor: brandMinor(requireAmount(caseFields, 'amount', decimals)),
    valueDate: requireDate(caseFields, 'date'),
    rule: {
      ...readRule(caseFields),
      ...(future === undefined ? {} : { overpaymentTreatment: readFuture(future) }),
    },
    instalments: readList(caseFields, 'instalments').map((item, index) =>
      readInstalment(item, { number: index + 1, decimals }),
    ),
  };
}

function readInstalment(
  item: CaseFields,
  { number, decimals }: { number: number; decimals: number },
): OpenInstalment {
  const charges = item['charges'] === undefined ? [] : readList(item, 'charges');
  return {
    number,
    dueDate: requireDate(item, 'due_date'),
    due: readAllocatedAmounts(item, decimals),
    paid: readAllocatedAmounts(isCaseFields(item['paid']) ? item['paid'] : {}, decimals),
    charges: charges.map((charge) => ({
      component: readChargeKind(charge),
      dueDate: requireDate(charge, 'due_date'),
      amountMinor: brandMinor(requireAmount(charge, 'amount', decimals)),
    })),
  };
}

/** Reads `kind` of a charge, which is required, because a default could pay the wrong component. */
export function readChargeKind(charge: CaseFields): 'fee' | 'penalty' {
  requireText(charge, 'kind');
  return requireOneOf(charge, 'kind', ['FEE', 'PENALTY']) === 'PENALTY' ? 'penalty' : 'fee';
}

function readAllocatedAmounts(caseFields: CaseFields, decimals: number): AllocatedAmounts {
  const read = (field: string) => brandMinor(readAmount(caseFields, field, decimals) ?? 0);
  return {
    penaltyMinor: read('penalties'),
    feeMinor: read('fees'),
    interestMinor: read('interest'),
    principalMinor: read('principal'),
  };
}

type AllocatedAmountsOutput = {
  readonly penalties: string;
  readonly fees: string;
  readonly interest: string;
  readonly principal: string;
};

export type AllocationOutput = AllocatedAmountsOutput & {
  readonly instalments: readonly (AllocatedAmountsOutput & { readonly nr: number })[];
  /** The amount paid beyond what is owed on the instalments. */
  readonly overpaid: string;
};

export function formatAllocation(allocation: Allocation, decimals: number): AllocationOutput {
  const format = (amounts: AllocatedAmounts): AllocatedAmountsOutput => ({
    penalties: formatAmount(amounts.penaltyMinor, decimals),
    fees: formatAmount(amounts.feeMinor, decimals),
    interest: formatAmount(amounts.interestMinor, decimals),
    principal: formatAmount(amounts.principalMinor, decimals),
  });
  return {
    ...format(allocation.totals),
    instalments: allocation.parts.map((part) => ({ nr: part.instalmentNumber, ...format(part) })),
    overpaid: formatAmount(allocation.restMinor, decimals),
  };
}
