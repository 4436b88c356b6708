import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { PostPayment } from '@bursar/contracts/payments';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { ApiFailure } from '../../lib/api-client.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { keptOnClose, useKeptDraft } from '../../lib/kept-draft.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import { findProblems, problemOfFailure, type PaymentProblem } from './payment-problems.ts';
import { usePostPayment, type NewPayment } from './payments.queries.ts';
import { previewPayment, type PayableLoan } from './preview-payment.ts';

type DraftOptions = {
  readonly loan: PaidLoan;
  readonly opened: boolean;
  readonly onPosted: () => void;
};

/** A payment being written: what is typed, how it would fall, what is wrong with it, and posting it. */
export function usePaymentDraft(options: DraftOptions) {
  const { opened } = options;
  const [attempt, setAttempt] = useAttempt(opened);
  const kept = useKeptDraft<Draft>({
    name: `payment.${options.loan.id}`,
    opened,
    empty: () => emptyDraft(options.loan),
  });
  const { draft } = kept;
  const loan = attempt.unanswered ?? options.loan;
  const posting = usePostPayment(loan.id);
  const announce = usePostedAnnouncement(loan.reference);
  const preview = useMemo(() => previewDraft(loan, draft), [loan, draft]);
  const problems = findProblems(loan, draft, preview);

  const twin = readTwin(attempt.refusal);

  const submit = (besides?: string) => {
    // What looks posted already is posted by the answer to that question alone.
    if (posting.isPending || (twin && !besides)) return;
    setAttempt({ ...attempt, wasTried: true, refusal: null });
    const { amountMinor, valueDate } = draft;
    const [first] = problems;
    if (first || amountMinor === null || valueDate === null) {
      document.getElementById(first?.fieldId ?? '')?.focus();
      return;
    }
    posting.mutate(
      {
        ...draft,
        amountMinor,
        valueDate,
        currency: loan.currency,
        note: draft.note.trim(),
        ...(besides && { besides }),
      },
      {
        onSuccess: (answer) => {
          kept.settle();
          announce(answer);
          options.onPosted();
        },
        onError: (refusal) => {
          // Under this id a payment stands: what is typed next needs another.
          if (isNamed(refusal, 'id_reused_with_different_content')) kept.settle();
          setAttempt(failedAttempt(refusal, loan));
        },
      },
    );
  };

  return {
    draft,
    isKept: kept.isKept,
    keeps: posting.isPending ? undefined : keptOnClose(false, kept.isTyped),
    discard: () => {
      kept.discard();
      setAttempt({ ...attempt, wasTried: false, refusal: null, unanswered: null });
    },
    change: (changes: Partial<Omit<Draft, 'id'>>) => {
      kept.change(changes);
      setAttempt({ ...attempt, refusal: null, unanswered: null });
    },
    preview,
    ...usePaymentErrors(attempt, problems),
    /** The payment that stands already and looks the same, once the server has named it. */
    twin,
    isPosting: posting.isPending,
    submit,
  };
}

export type PaymentDraft = ReturnType<typeof usePaymentDraft>;

function previewDraft(loan: PaidLoan, { amountMinor, valueDate }: Draft) {
  if (amountMinor === null || amountMinor <= 0) return null;
  return previewPayment(loan, { amountMinor, valueDate: valueDate ?? loan.businessDate });
}

type Twin = {
  readonly paymentId: string;
  readonly postedBy: string;
  readonly postedAt: string;
  readonly note: string;
};

function readTwin(refusal: Error | null): Twin | null {
  if (!isNamed(refusal, 'payment_looks_posted_already')) return null;
  const { paymentId, postedBy, postedAt, note = '' } = refusal.details;
  return {
    paymentId: String(paymentId),
    postedBy: String(postedBy),
    postedAt: String(postedAt),
    note: String(note),
  };
}

function isNamed(refusal: Error | null, code: ApiFailure['code']): refusal is ApiFailure {
  return refusal instanceof ApiFailure && refusal.code === code;
}

function failedAttempt(refusal: Error, loan: PaidLoan): Attempt {
  const isUnanswered = refusal instanceof ApiFailure && refusal.status === 0;
  return { wasTried: true, refusal, unanswered: isUnanswered ? loan : null };
}

function usePaymentErrors(attempt: Attempt, problems: readonly PaymentProblem[]) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const refused = attempt.refusal instanceof ApiFailure ? attempt.refusal : null;
  const refusedField = refused && problemOfFailure(refused.code);
  return {
    /** What to say under a field: its own problem, or what the server found wrong with it. */
    errorOf: (field: PaymentProblem['field']): string | undefined => {
      if (refused && refusedField === field) return failureSentence(refused);
      const problem = problems.find((one) => one.field === field);
      // What is merely missing is said only once someone has tried to go without it.
      return problem && (attempt.wasTried || !problem.isMissing)
        ? t(`problem.${problem.code}`, problem.words(format))
        : undefined;
    },
    /** What went wrong that belongs to no field. */
    failure:
      attempt.refusal && !refusedField && !readTwin(attempt.refusal)
        ? failureSentence(attempt.refusal)
        : undefined,
  };
}

function usePostedAnnouncement(reference: string) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  return ({ payment, loanStatus }: AnswerOf<PostPayment>) => {
    const amount = format.amount(payment.amountMinor, payment.currency);
    const words = { amount, reference };
    notify.success(
      loanStatus === 'closed' ? t('post.postedAndClosed', words) : t('post.posted', words),
    );
  };
}

/** What the form needs to know of the loan it pays. */
export type PaidLoan = PayableLoan & {
  readonly id: string;
  readonly reference: string;
  readonly nextDueMinor: number;
  readonly arrearsMinor: number;
};

type PaymentMethod = NewPayment['method'];

/** What is typed. */
type Draft = {
  /** Made as the form opens and kept with what is typed, so that a lost answer posts nothing twice. */
  readonly id: string;
  readonly amountMinor: number | null;
  readonly valueDate: string | null;
  readonly method: PaymentMethod;
  readonly note: string;
};

/** How posting it has gone so far. */
type Attempt = {
  /** Empty fields are no problem before someone has tried to post. */
  readonly wasTried: boolean;
  /** What the server refused, or that it could not be reached, until the form is changed. */
  readonly refusal: Error | null;
  /** The loan that a payment was sent for whose answer never came: sending it again is about that one. */
  readonly unanswered: PaidLoan | null;
};

/** A payment nobody has typed in, dated today. */
function emptyDraft(loan: PaidLoan): Draft {
  return {
    id: uuidv7(),
    amountMinor: null,
    valueDate: loan.businessDate,
    method: 'bank-transfer',
    note: '',
  };
}

/** How posting goes, from the beginning each time the form opens. */
function useAttempt(opened: boolean) {
  const [wasOpened, setWasOpened] = useState(opened);
  const [attempt, setAttempt] = useState(untried);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setAttempt(untried);
  }
  return [attempt, setAttempt] as const;
}

const untried: Attempt = { wasTried: false, refusal: null, unanswered: null };
