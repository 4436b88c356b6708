import type { AllocationRule, BeyondDue, Portion, PortionOrder } from '../allocation.ts';
import type { Words } from './words.ts';
import { normaliseWord, readText, refuseWord, requireOneOf } from './words.ts';

/**
 * Reads an allocation rule from `strategy`, `processing` and `future_allocation`. A strategy is named by its order:
 * PENALTIES_FEES_INTEREST_PRINCIPAL_ORDER, or DUE_… IN_ADVANCE_… where charges are due by their own dates.
 */
export function readRule(words: Words): AllocationRule {
  const strategy = normaliseWord(
    readText(words, 'strategy') ?? 'PENALTIES_FEES_INTEREST_PRINCIPAL_ORDER',
  );
  const processing = requireOneOf(words, 'processing', ['HORIZONTAL', 'VERTICAL']);
  const walk = processing === 'VERTICAL' ? 'vertical' : 'horizontal';
  if (ADVANCED.test(strategy)) {
    return {
      order: readOrder(words) ?? ['penalty', 'fee', 'principal', 'interest'],
      walk,
      beyondDue: readFuture(readText(words, 'future_allocation')),
    };
  }
  const named = NAMED_ORDERS[strategy] ?? strategy;
  const [due = '', inAdvance] = named.replace(/^DUE_/, '').split('_IN_ADVANCE_');
  const order = readPortions(due);
  const orderInAdvance = inAdvance === undefined ? undefined : readPortions(inAdvance);
  if (!order || orderInAdvance === null) {
    return refuseWord('term_is_unknown', 'strategy', `${strategy} is no allocation strategy.`);
  }
  return {
    order,
    orderInAdvance,
    walk,
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

export function isAdvancedStrategy(words: Words): boolean {
  return ADVANCED.test(normaliseWord(readText(words, 'strategy') ?? ''));
}

function readOrder(words: Words): PortionOrder | null | undefined {
  const text = readText(words, 'order');
  return text === undefined ? undefined : readPortions(normaliseWord(text));
}

const PORTION_WORDS: { readonly [word: string]: Portion } = {
  PENALTY: 'penalty',
  PENALTIES: 'penalty',
  FEE: 'fee',
  FEES: 'fee',
  INTEREST: 'interest',
  PRINCIPAL: 'principal',
};

/** Four different portions, else `null`. */
function readPortions(text: string): PortionOrder | null {
  const portions = text
    .replace(/_(ORDER|STRATEGY)$/, '')
    .split('_')
    .map((word) => PORTION_WORDS[word]);
  const [first, second, third, fourth, ...more] = portions;
  if (!first || !second || !third || !fourth || more.length > 0) return null;
  return new Set(portions).size === 4 ? [first, second, third, fourth] : null;
}

/** NEXT_INSTALLMENT, LAST_INSTALLMENT or REAMORTIZATION. */
export function readFuture(text: string | undefined): BeyondDue | undefined {
  if (text === undefined) return undefined;
  const word = normaliseWord(text);
  if (word.startsWith('NEXT_INSTALMENT')) return 'next_instalments';
  if (word.startsWith('LAST_INSTALMENT')) return 'last_instalments';
  if (/^RE_?AMORTI[SZ]ATION/.test(word)) return 'even_spread';
  return refuseWord('term_is_unknown', 'future_allocation', `${text} is no allocation rule.`);
}
