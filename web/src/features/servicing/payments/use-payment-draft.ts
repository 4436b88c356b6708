import type { OverpaymentChoice } from '@bursar/contracts/choices';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { PostPayment } from '@bursar/contracts/servicing/payments';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { uuidv7 } from 'uuidv7';
import { ApiFailure } from '../../../lib/api-client.ts';
import { useContractForm, useTurn } from '../../../lib/contract-form.ts';
import { paths } from '../../../lib/paths.ts';
import { useMay } from '../../../lib/session-query.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import type { Formatters } from '../../../ui/format/formatters.ts';
import {
  usePostPayment,
  useSaveReceipt,
  type NewPayment,
  type StatementLoan,
} from './payments.queries.ts';
import {
  previewPayment,
  type PayableLoan,
  valueDateRefusal,
  type PaymentPreview,
} from './preview-payment.ts';

type DraftOptions = {
  readonly loan: PaidLoan;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Called even if the form was closed before the answer arrived. */
  readonly onPosted?: ((paymentId: string) => void) | undefined;
};

/**
 * Returns the state of a payment form: the entered values, their allocation, and functions that
 * send the payment. Retries send the same id, so the payment is posted once.
 */
export function usePaymentDraft(options: DraftOptions) {
  const { opened, onClose, onPosted } = options;
  const { t } = useTranslation('payments');
  const format = useFormat();
  // After sending, the form shows the loan as it was when sent until the server refuses the payment
  // or the user edits the form: the changed loan may load before the form closes, and a payment
  // without an answer is sent again.
  const [sentFor, setSentFor] = useState<PaidLoan | null>(null);
  const [isUnanswered, setUnanswered] = useState(false);
  // The next form on the page may be for another loan.
  const isSentFor = sentFor !== null && sentFor.id === options.loan.id;
  const loan = isSentFor ? sentFor : options.loan;
  const forget = () => {
    setSentFor(null);
    setUnanswered(false);
  };
  useTurn(opened ? options.loan.id : null, () => {
    if (!isUnanswered) setSentFor(null);
  });
  const posting = usePostPayment(loan.id);
  const confirmedDuplicateOf = useRef<string | null>(null);
  const announce = usePostedAnnouncement(loan);
  const problemsOf = (draft: Draft, isTried: boolean) =>
    Object.fromEntries(
      findProblems(loan, draft, previewDraft(loan, draft))
        // Missing values are reported only after an attempt to send.
        .filter(({ isMissing }) => isTried || !isMissing)
        .map(({ field, code, values }) => [field, t(`problem.${code}`, values(format))]),
    );
  const form = useContractForm<Draft, NewPayment, AnswerOf<PostPayment>>({
    name: 'payment',
    empty: () => emptyDraft(options.loan),
    opened,
    draftName: `payment.${options.loan.id}`,
    rules: (draft) => problemsOf(draft, true),
    liveRules: (draft) => problemsOf(draft, false),
    refusedAt: (cause) => (cause instanceof ApiFailure ? problemOfFailure(cause.code) : null),
    contract,
    body: ({ amountMinor, valueDate, retainPenalties, ...draft }) =>
      amountMinor === null || valueDate === null
        ? null
        : {
            ...draft,
            retainPenalties: [...retainPenalties],
            amountMinor,
            valueDate,
            currency: loan.currency,
            note: draft.note.trim(),
            payer: draft.payer.trim(),
            externalReference: draft.externalReference.trim(),
            ...(confirmedDuplicateOf.current !== null && {
              confirmedDuplicateOf: confirmedDuplicateOf.current,
            }),
          },
    mutation: {
      ...posting,
      mutateAsync: (payment) => {
        setSentFor(loan);
        // Called here because `announce` is not called if an earlier attempt to send the saved
        // draft had already posted the payment.
        return posting.mutateAsync(payment).then((answer) => {
          onPosted?.(answer.payment.id);
          return answer;
        });
      },
    },
    announce,
    onSent: () => {
      setUnanswered(false);
      onClose();
    },
    onRefused: (refusal) => {
      confirmedDuplicateOf.current = null;
      const isLost = refusal instanceof ApiFailure && refusal.status === 0;
      setUnanswered(isLost);
      if (!isLost) setSentFor(null);
      // The id belongs to a posted payment, so the next payment needs a new id.
      if (isNamed(refusal, 'id_reused_with_different_content')) form.removeDraft();
    },
    onEdited: () => {
      confirmedDuplicateOf.current = null;
      forget();
    },
  });
  const possibleDuplicate = readPossibleDuplicate(form.refusal);
  return {
    form,
    preview: previewDraft(loan, form.values),
    /** True while the outcome is unknown: the form shows what was sent. */
    isUnanswered: isSentFor && isUnanswered,
    /** The posted payment that looks the same, once the server has named it. */
    possibleDuplicate,
    dialog: {
      ...form.dialog,
      draftOnClose: form.isBusy ? undefined : form.dialog.draftOnClose,
      failure: possibleDuplicate ? undefined : form.failure,
      // A possible duplicate is posted only when the user answers the question about it.
      onSubmit: () => {
        if (!possibleDuplicate) form.submit();
      },
    },
    discard: () => {
      forget();
      form.discard();
    },
    postConfirmedDuplicate: (paymentId: string) => {
      confirmedDuplicateOf.current = paymentId;
      form.submit();
    },
  };
}

const contract = () => import('@bursar/contracts/servicing/payments').then((it) => it.postPayment);

export type PaymentDraft = ReturnType<typeof usePaymentDraft>;

function previewDraft(loan: PaidLoan, { amountMinor, valueDate, overpaymentTreatment }: Draft) {
  if (amountMinor === null || amountMinor <= 0) return null;
  return previewPayment(loan, {
    amountMinor,
    valueDate: valueDate ?? loan.businessDate,
    overpaymentTreatment,
  });
}

type PossibleDuplicate = {
  readonly paymentId: string;
  readonly postedBy: string;
  readonly postedAt: string;
  readonly note: string;
};

function readPossibleDuplicate(refusal: Error | null): PossibleDuplicate | null {
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

/** Reports that the payment is posted; offers the receipt and, if allowed, the reversal. */
function usePostedAnnouncement(loan: Pick<PaidLoan, 'id' | 'reference' | 'borrower'>) {
  const { reference } = loan;
  const { t } = useTranslation('payments');
  const format = useFormat();
  const receipt = useSaveReceipt();
  const navigate = useNavigate();
  const mayReverse = useMay('reverse-payment');
  const mayAsk = useMay('request-reversal');
  return ({ payment, loanStatus }: AnswerOf<PostPayment>) => {
    const amount = format.amount(payment.amountMinor, payment.currency);
    const values = { amount, reference };
    const message =
      payment.recoveredMinor > 0
        ? t('recover.posted', values)
        : t(loanStatus === 'closed' ? 'post.postedAndClosed' : 'post.posted', values);
    const reverse = {
      label: t('reverse.action'),
      run: () => void navigate(paths.reversal(loan.id, payment.id)),
    };
    notify.undo(
      message,
      {
        label: t('receipt.action'),
        run: () => receipt.mutate({ loan, paymentId: payment.id }),
      },
      ...(mayReverse || mayAsk ? [reverse] : []),
    );
  };
}

/** The loan, as the payment form needs it. */
export type PaidLoan = PayableLoan &
  StatementLoan & {
    readonly reference: string;
    readonly nextDueMinor: number;
    readonly arrearsMinor: number;
    readonly payoffMinor: number | null;
  };

type PaymentMethod = NewPayment['method'];

export type Draft = {
  /**
   * Created when the form opens and saved with the draft, so that a retry after a lost answer posts
   * nothing twice.
   */
  readonly id: string;
  readonly amountMinor: number | null;
  readonly valueDate: string | null;
  readonly method: PaymentMethod;
  readonly payer: string;
  readonly externalReference: string;
  readonly note: string;
  readonly overpaymentTreatment: OverpaymentChoice;
  /** Groundless penalties that the user does not waive. */
  readonly retainPenalties: readonly string[];
};

/** Returns an empty draft, dated today. */
function emptyDraft(loan: PaidLoan): Draft {
  return {
    id: uuidv7(),
    amountMinor: null,
    valueDate: loan.businessDate,
    method: 'bank-transfer',
    payer: '',
    externalReference: '',
    note: '',
    overpaymentTreatment: 'next-instalments',
    retainPenalties: [],
  };
}

type PaymentProblem = {
  readonly field: 'amountMinor' | 'valueDate';
  readonly code:
    | 'amount_missing'
    | 'amount_not_positive'
    | 'amount_exceeds_payoff'
    | 'amount_exceeds_recoverable'
    | 'amount_exceeds_credit'
    | 'value_date_missing'
    | 'value_date_in_future'
    | 'value_date_before_disbursement'
    | 'value_date_before_write_off'
    | 'value_date_before_reschedule'
    | 'value_date_not_today';
  readonly isMissing: boolean;
  /** The figures and days in the problem's sentence, in the reader's locale. */
  readonly values: (format: Formatters) => Record<string, string>;
};

type Typed = Pick<Draft, 'amountMinor' | 'valueDate' | 'method'>;

/** Returns the problems that stop a payment from being posted, in the order of the fields. */
export function findProblems(
  loan: PayableLoan,
  typed: Typed,
  preview: PaymentPreview | null,
): readonly PaymentProblem[] {
  return [amountProblem(loan, typed, preview), valueDateProblem(loan, typed)].filter(
    (problem) => problem !== null,
  );
}

/** Returns the field that a refusal by the server is about, if any. */
export function problemOfFailure(code: string): PaymentProblem['field'] | null {
  if (code.startsWith('amount_')) return 'amountMinor';
  return code.startsWith('value_date_') ? 'valueDate' : null;
}

function amountProblem(
  { currency, creditMinor }: PayableLoan,
  { amountMinor, method }: Typed,
  preview: PaymentPreview | null,
): PaymentProblem | null {
  const field = { field: 'amountMinor' } as const;
  if (amountMinor === null) {
    return { ...field, code: 'amount_missing', isMissing: true, values: () => ({}) };
  }
  if (amountMinor <= 0) {
    return { ...field, code: 'amount_not_positive', isMissing: false, values: () => ({}) };
  }
  if (method === 'credit' && amountMinor > creditMinor) {
    return {
      ...field,
      code: 'amount_exceeds_credit',
      isMissing: false,
      values: (format) => ({ credit: format.amount(creditMinor, currency) }),
    };
  }
  if (preview?.kind === 'exceeds-recoverable') {
    const { recoverableMinor } = preview;
    return {
      ...field,
      code: 'amount_exceeds_recoverable',
      isMissing: false,
      values: (format) => ({ recoverable: format.amount(recoverableMinor, currency) }),
    };
  }
  if (preview?.kind !== 'exceeds-payoff') return null;
  const { payoffMinor } = preview;
  return {
    ...field,
    code: 'amount_exceeds_payoff',
    isMissing: false,
    values: (format) => ({ payoff: format.amount(payoffMinor, currency) }),
  };
}

function valueDateProblem(loan: PayableLoan, { valueDate, method }: Typed): PaymentProblem | null {
  const field = { field: 'valueDate' } as const;
  if (valueDate === null) {
    return { ...field, code: 'value_date_missing', isMissing: true, values: () => ({}) };
  }
  const { businessDate, disbursedOn, rescheduledOn, loss } = loan;
  const isElsewhen = method === 'credit' && valueDate !== businessDate;
  const code = isElsewhen ? 'value_date_not_today' : valueDateRefusal(loan, valueDate);
  if (code === null) return null;
  return {
    ...field,
    code,
    isMissing: false,
    values: (format) => ({
      businessDate: format.day(businessDate),
      disbursedOn: format.day(disbursedOn),
      ...(rescheduledOn !== null && { rescheduledOn: format.day(rescheduledOn) }),
      ...(loss?.writtenOffOn && { writtenOffOn: format.day(loss.writtenOffOn) }),
    }),
  };
}
