import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { NewPayment } from './payments.queries.ts';
import type { PayableLoan } from './preview-payment.ts';

/** What the form needs to know of the loan it pays. */
export type PaidLoan = PayableLoan & {
  readonly id: string;
  readonly reference: string;
  readonly nextDueMinor: number;
  readonly arrearsMinor: number;
};

export type PaymentMethod = NewPayment['method'];

/** What is typed. */
export type Draft = {
  /** Made as the form opens and kept with what is typed, so that a lost answer posts nothing twice. */
  readonly id: string;
  readonly amountMinor: number | null;
  readonly valueDate: string | null;
  readonly method: PaymentMethod;
  readonly note: string;
};

/** How posting it has gone so far. */
export type Attempt = {
  /** Empty fields are no problem before someone has tried to post. */
  readonly wasTried: boolean;
  /** What the server refused, or that it could not be reached, until the form is changed. */
  readonly refusal: Error | null;
  /** The loan that a payment was sent for whose answer never came: sending it again is about that one. */
  readonly unanswered: PaidLoan | null;
};

/** A payment nobody has typed in, dated today. */
export function emptyDraft(loan: PaidLoan): Draft {
  return {
    id: uuidv7(),
    amountMinor: null,
    valueDate: loan.businessDate,
    method: 'bank-transfer',
    note: '',
  };
}

/** How posting goes, from the beginning each time the form opens. */
export function useAttempt(opened: boolean) {
  const [wasOpened, setWasOpened] = useState(opened);
  const [attempt, setAttempt] = useState(untried);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setAttempt(untried);
  }
  return [attempt, setAttempt] as const;
}

const untried: Attempt = { wasTried: false, refusal: null, unanswered: null };
