import { tapeFacts, type TapeField } from '@bursar/contracts/intake/tape-fields';

const factsOfKind = (kind: string) =>
  tapeFacts.filter(({ fact }) => fact.kind === kind).map(({ field }) => field);

/** Fields with amounts in the portfolio's currency. */
export const moneyFields: ReadonlySet<TapeField> = new Set<TapeField>([
  'instalment',
  'balance',
  'principalPaid',
  'interestPaid',
  'lateFeesPaid',
  'paidTotal',
  ...factsOfKind('money'),
]);

/** Fields that show the paid principal; one of them is enough. */
export const balanceFields: readonly TapeField[] = ['balance', 'principalPaid'];

export const percentFields: ReadonlySet<TapeField> = new Set(factsOfKind('rate'));

export const countFields: ReadonlySet<TapeField> = new Set<TapeField>([
  'instalmentCount',
  'repaidEvery',
  ...factsOfKind('count'),
]);

/** Fields that identify a loan or a person, in which every digit matters. */
export const idFields: ReadonlySet<TapeField> = new Set<TapeField>([
  'externalId',
  'borrowerExternalId',
  'phone',
  ...tapeFacts.filter(({ fact }) => fact.kind === 'text' && fact.isCode).map(({ field }) => field),
]);

export const dayFields: ReadonlySet<TapeField> = new Set<TapeField>([
  'disbursedOn',
  'firstDueOn',
  'lastPaymentOn',
]);
