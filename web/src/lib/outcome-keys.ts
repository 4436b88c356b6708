import type { ContactOutcome } from '@bursar/contracts/collections/contact-outcomes';

/** The key of each outcome: the digits in their order on the keyboard, then two letters. */
export const outcomeKeys = {
  answered: '1',
  promised: '2',
  paid: '3',
  'call-back': '4',
  'no-response': '5',
  'wrong-number': '6',
  'third-party': '7',
  disputed: '8',
  refused: '9',
  hardship: '0',
  deceased: 'd',
  unreachable: 'u',
} as const satisfies Readonly<Record<ContactOutcome, string>>;
