import type {
  AllocationRule,
  OverpaymentTreatment,
  AllocationComponent,
  ComponentOrder,
} from '../allocation.ts';
import type { CaseFields } from './case-fields.ts';
import { normaliseText, readText, refuseField, requireOneOf } from './case-fields.ts';

/**
 * Reads an allocation rule from `strategy` and `processing`. ADVANCED_PAYMENT_ALLOCATION also reads
 * `order` and `future_allocation`. Other strategies are named by their order:
 * PENALTIES_FEES_INTEREST_PRINCIPAL_ORDER, or DUE_… IN_ADVANCE_… if charges are due by their own
 * dates.
 */
export function readRule(caseFields: CaseFields): AllocationRule {
  const strategy = normaliseText(
    readText(caseFields, 'strategy') ?? 'PENALTIES_FEES_INTEREST_PRINCIPAL_ORDER',
  );
  const processing = requireOneOf(caseFields, 'processing', ['HORIZONTAL', 'VERTICAL']);
  const direction = processing === 'VERTICAL' ? 'vertical' : 'horizontal';
  if (ADVANCED.test(strategy)) {
    return {
      order: readOrder(caseFields) ?? ['penalty', 'fee', 'principal', 'interest'],
      direction,
      overpaymentTreatment: readFuture(readText(caseFields, 'future_allocation')),
    };
  }
  const named = NAMED_ORDERS[strategy] ?? strategy;
  const [due = '', inAdvance] = named.replace(/^DUE_/, '').split('_IN_ADVANCE_');
  const order = readComponentOrder(due);
  const orderInAdvance = inAdvance === undefined ? undefined : readComponentOrder(inAdvance);
  if (!order || orderInAdvance === null) {
    return refuseField('term_is_unknown', 'strategy', `${strategy} is no allocation strategy.`);
  }
  return {
    order,
    orderInAdvance,
    direction,
    chargesDueBy: named.startsWith('DUE_') ? 'own_date' : 'instalment',
  };
}

const ADVANCED = /^ADVANCED_PAYMENT_ALLOCATION/;

/** Strategies that are not named by their order. */
const NAMED_ORDERS: { readonly [strategy: string]: string } = {
  MIFOS_STANDARD_STRATEGY: 'PENALTIES_FEES_INTEREST_PRINCIPAL_ORDER',
  RBI_INDIA_STRATEGY: 'PENALTIES_FEES_INTEREST_PRINCIPAL_ORDER',
  OVERDUE_DUE_FEE_INTEREST_PRINCIPAL: 'PENALTIES_FEES_INTEREST_PRINCIPAL_ORDER',
};

export function isAdvancedStrategy(caseFields: CaseFields): boolean {
  return ADVANCED.test(normaliseText(readText(caseFields, 'strategy') ?? ''));
}

function readOrder(caseFields: CaseFields): ComponentOrder | null | undefined {
  const text = readText(caseFields, 'order');
  return text === undefined ? undefined : readComponentOrder(normaliseText(text));
}

const COMPONENT_OF_WORD: { readonly [word: string]: AllocationComponent } = {
  PENALTY: 'penalty',
  PENALTIES: 'penalty',
  FEE: 'fee',
  FEES: 'fee',
  INTEREST: 'interest',
  PRINCIPAL: 'principal',
};

/** Reads four different components; `null` for anything else. */
function readComponentOrder(text: string): ComponentOrder | null {
  const components = text
    .replace(/_(ORDER|STRATEGY)$/, '')
    .split('_')
    .map((word) => COMPONENT_OF_WORD[word]);
  const [first, second, third, fourth, ...more] = components;
  if (!first || !second || !third || !fourth || more.length > 0) return null;
  return new Set(components).size === 4 ? [first, second, third, fourth] : null;
}

/** Reads NEXT_INSTALLMENT, LAST_INSTALLMENT or REAMORTIZATION. */
export function readFuture(text: string | undefined): OverpaymentTreatment | undefined {
  if (text === undefined) return undefined;
  const word = normaliseText(text);
  if (word.startsWith('NEXT_INSTALMENT')) return 'next_instalments';
  if (word.startsWith('LAST_INSTALMENT')) return 'last_instalments';
  if (/^RE_?AMORTI[SZ]ATION/.test(word)) return 'even_spread';
  return refuseField('term_is_unknown', 'future_allocation', `${text} is no allocation rule.`);
}
