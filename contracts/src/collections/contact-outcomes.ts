import type { contactOutcomes } from '../choices.ts';

export type ContactOutcome = (typeof contactOutcomes)[number];

type OutcomeRule = {
  /**
   * The effect on the loan in the work queue: `worked` ends its work for the day, `tried`
   * moves it behind the loans without an attempt, `agreed` hides it until the agreed call, and
   * `paused` takes it out until a person resolves the case.
   */
  readonly queue: 'worked' | 'tried' | 'agreed' | 'paused';
  /** Whether staff spoke with the person they wanted to reach. */
  readonly reaches: boolean;
};

/** The rules of each outcome of a contact attempt. */
export const outcomeRules = {
  answered: { queue: 'worked', reaches: true },
  promised: { queue: 'worked', reaches: true },
  paid: { queue: 'worked', reaches: true },
  'call-back': { queue: 'agreed', reaches: true },
  'no-response': { queue: 'tried', reaches: false },
  'wrong-number': { queue: 'tried', reaches: false },
  'third-party': { queue: 'tried', reaches: false },
  disputed: { queue: 'paused', reaches: true },
  refused: { queue: 'worked', reaches: true },
  hardship: { queue: 'worked', reaches: true },
  deceased: { queue: 'paused', reaches: false },
  unreachable: { queue: 'tried', reaches: false },
} as const satisfies Readonly<Record<ContactOutcome, OutcomeRule>>;

/** Outcomes that pause the contact about a loan. */
export const pauseCauses = ['disputed', 'deceased'] as const satisfies readonly PausingOutcome[];
export type PauseCause = (typeof pauseCauses)[number];

type PausingOutcome = {
  [Outcome in ContactOutcome]: (typeof outcomeRules)[Outcome]['queue'] extends 'paused'
    ? Outcome
    : never;
}[ContactOutcome];

/** Why a borrower disputes a loan. */
export const disputeReasons = [
  'already-paid',
  'wrong-amount',
  'not-their-loan',
  'fraud',
  'different-reason',
] as const;
export type DisputeReason = (typeof disputeReasons)[number];
