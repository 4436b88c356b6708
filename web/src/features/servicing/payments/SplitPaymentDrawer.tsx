import { paymentMethods } from '@bursar/contracts/choices';
import type { BorrowerLoan } from '@bursar/contracts/collections/work-queue';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type { PostSplitPayment } from '@bursar/contracts/servicing/split-payments';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { ApiFailure } from '../../../lib/api-client.ts';
import { useContractForm } from '../../../lib/contract-form.ts';
import { DayField } from '../../../ui/form/DayField.tsx';
import { DraftNotice } from '../../../ui/form/FormMessages.tsx';
import { MoneyField } from '../../../ui/form/MoneyField.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import type { Formatters } from '../../../ui/format/formatters.ts';
import { Grid } from '../../../ui/layout/Layout.tsx';
import { FormDrawer } from '../../../ui/overlay/FormDrawer.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import type { AskedBeforehand } from '../../../ui/overlay/OverlayForm.tsx';
import { dueMinorOn, type LoanWithInstalments } from '../loan-account/due-minor-on.ts';
import { MovedPart, useMovedForm } from '../loan-account/MovedLoan.tsx';
import { ShareFields } from '../loan-account/ShareFields.tsx';
import {
  inOrderOfLateness,
  paidOn,
  sumOfShares,
  type Shares,
  type SplitLoan,
} from '../loan-account/split-over-loans.ts';
import { PayerFields } from './PayerFields.tsx';
import { usePaymentLines } from './use-payment-lines.ts';
import { usePostSplitPayment } from './payments.queries.ts';
import type { PaidLoan } from './use-payment-draft.ts';

/** The loan from which the split is opened. */
type SplitOpener = LoanWithInstalments &
  Pick<PaidLoan, 'id' | 'reference' | 'currency' | 'businessDate' | 'payoffMinor'> & {
    readonly daysPastDue: number;
  };

type SplitPaymentProps = {
  readonly loan: SplitOpener;
  /** The borrower's other loans in the same currency. */
  readonly others: readonly BorrowerLoan[];
  readonly opened: boolean;
  readonly onClose: () => void;
  /**
   * Called with the payment on the loan that opened the split, if that loan received a part; also
   * if the form was closed before the answer arrived.
   */
  readonly onPosted?: ((paymentId: string) => void) | undefined;
};

/** Posts one payment as several, one for each of the borrower's loans that gets a part. */
export function SplitPaymentDrawer(props: SplitPaymentProps) {
  const { loan, others, opened, onClose, onPosted } = props;
  const { t } = useTranslation('payments');
  const loans = splitLoansOf(loan, others);
  const { form, paid, question } = useSplitForm({ loan, loans, opened, onClose, onPosted });
  const moved = useMovedForm({
    loan,
    opened,
    kind: 'payment',
    id: form.values.id,
    lines: usePaymentLines(form.values, {
      currency: loan.currency,
      parts: loans.flatMap(({ id, reference }) => {
        const amountMinor = paid.get(id) ?? 0;
        return amountMinor > 0 ? [{ reference, amountMinor }] : [];
      }),
    }),
    isBusy: form.isBusy,
    onSent: () => {
      form.discard();
      onClose();
    },
  });
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title={t('parts.drawer')}
      submitLabel={t('parts.submit')}
      {...form.dialog}
      draftOnClose={form.isBusy ? undefined : form.dialog.draftOnClose}
      failure={question ? undefined : form.dialog.failure}
      question={question}
      safe={t('post.safe')}
      {...moved.dialog}
    >
      {moved.note}
      {others.map(({ loanId, reference }) => (
        <MovedPart key={loanId} loan={{ id: loanId, reference }} opened={opened} />
      ))}
      <DraftNotice hasDraft={form.hasDraft} onDiscard={form.discard} />
      <MoneyField
        {...form.field('amountMinor')}
        onChange={(amountMinor) => form.change({ amountMinor, shares: {} })}
        label={t('field.amount')}
        currency={loan.currency}
        required
        focusFirst
      />
      <ShareFields
        {...form.controlProps('parts')}
        currency={loan.currency}
        loans={loans}
        paid={paid}
        onChange={(shares) => form.change({ shares })}
      />
      <Grid min={12}>
        <DayField
          {...form.field('valueDate')}
          label={t('field.valueDate')}
          today={loan.businessDate}
          latest={loan.businessDate}
          required
        />
        <SelectField
          {...form.field('method')}
          label={t('field.method')}
          options={paymentMethods.map((method) => ({
            value: method,
            label: t(`method.${method}`),
          }))}
          required
        />
      </Grid>
      <PayerFields
        payer={form.field('payer')}
        externalReference={form.field('externalReference')}
        note={form.field('note')}
      />
    </FormDrawer>
  );
}

type Body = InputOf<PostSplitPayment>['body'];

type SplitDraft = {
  /** Created with the form and repeated on every retry, so that nothing is posted twice. */
  readonly id: string;
  readonly amountMinor: number | null;
  readonly valueDate: string | null;
  readonly method: Body['method'];
  readonly payer: string;
  readonly externalReference: string;
  readonly note: string;
  readonly shares: Shares;
  /**
   * The ids of posted payments that look the same as a part, by loan, once the user has confirmed
   * that the part is a different payment.
   */
  readonly confirmed: Readonly<Record<string, string>>;
};

type SplitForm = Pick<SplitPaymentProps, 'loan' | 'opened' | 'onClose' | 'onPosted'> & {
  readonly loans: readonly SplitLoan[];
};

function useSplitForm({ loan, loans, opened, onClose, onPosted }: SplitForm) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const posting = usePostSplitPayment();
  const paidOf = ({ amountMinor, shares }: SplitDraft) => paidOn(loans, amountMinor, shares);
  const form = useContractForm<SplitDraft, Body, AnswerOf<PostSplitPayment>>({
    name: 'split',
    empty: () => emptySplit(loan),
    opened,
    draftName: `split-payment.${loan.id}`,
    rules: (draft) => splitProblems(draft, loan, { t, format, paid: paidOf(draft) }),
    contract,
    body: (draft) => toBody(draft, loan, paidOf(draft)),
    mutation: {
      ...posting,
      mutateAsync: (body) => {
        // Stores the parts in the draft: the amounts due may change before a retry, which must send
        // the same parts.
        form.change({ shares: Object.fromEntries(paidOf(form.values)) });
        // Called here because `announce` is not called if an earlier attempt to send the saved
        // draft had already posted the payments.
        return posting.mutateAsync(body).then((answer) => {
          const own = answer.payments.find(({ loanId }) => loanId === loan.id);
          if (own) onPosted?.(own.payment.id);
          return answer;
        });
      },
    },
    announce: ({ payments }) =>
      notify.success(
        t('parts.posted', { count: payments.length, figure: format.count(payments.length) }),
      ),
    onSent: onClose,
  });
  const confirm = (loanId: string, paymentId: string) => {
    form.change({ confirmed: { ...form.values.confirmed, [loanId]: paymentId } });
    form.submit();
  };
  return {
    form,
    paid: paidOf(form.values),
    question: useDuplicate(form.refusal, { loans, confirm }),
  };
}

type Judged = {
  readonly t: TFunction<'payments'>;
  readonly format: Formatters;
  readonly paid: ReadonlyMap<string, number | null>;
};

/** Returns the problems of a split payment, by the field's name in the request. */
function splitProblems(
  { amountMinor, valueDate }: SplitDraft,
  { currency }: SplitOpener,
  { t, format, paid }: Judged,
) {
  const amount = (): string | undefined => {
    if (amountMinor === null) return t('problem.amount_missing');
    return amountMinor <= 0 ? t('problem.amount_not_positive') : undefined;
  };
  const parts = (): string | undefined => {
    if (amountMinor === null || amountMinor <= 0) return undefined;
    const sumMinor = sumOfShares(paid);
    if (sumMinor !== amountMinor) {
      return t('parts.differ', {
        amount: format.amount(amountMinor, currency),
        sum: format.amount(sumMinor, currency),
      });
    }
    const paying = [...paid.values()].filter((share) => (share ?? 0) > 0);
    return paying.length < 2 ? t('parts.onlyOne') : undefined;
  };
  return {
    amountMinor: amount(),
    valueDate: valueDate === null ? t('problem.value_date_missing') : undefined,
    parts: parts(),
  };
}

const contract = () =>
  import('@bursar/contracts/servicing/split-payments').then((it) => it.postSplitPayment);

function emptySplit({ businessDate }: SplitOpener): SplitDraft {
  return {
    id: uuidv7(),
    amountMinor: null,
    valueDate: businessDate,
    method: 'bank-transfer',
    payer: '',
    externalReference: '',
    note: '',
    shares: {},
    confirmed: {},
  };
}

/** Returns the request, or null while a required value is missing. */
function toBody(
  { shares: _shares, confirmed, amountMinor, valueDate, ...draft }: SplitDraft,
  { currency }: SplitOpener,
  paid: ReadonlyMap<string, number | null>,
): Body | null {
  if (amountMinor === null || valueDate === null) return null;
  return {
    ...draft,
    payer: draft.payer.trim(),
    externalReference: draft.externalReference.trim(),
    note: draft.note.trim(),
    amountMinor,
    valueDate,
    currency,
    parts: [...paid].flatMap(([loanId, share]) => {
      const confirmedDuplicateOf = confirmed[loanId];
      if (share === null || share <= 0) return [];
      const part = { loanId, amountMinor: share };
      return [confirmedDuplicateOf === undefined ? part : { ...part, confirmedDuplicateOf }];
    }),
  };
}

function splitLoansOf(loan: SplitOpener, others: readonly BorrowerLoan[]): readonly SplitLoan[] {
  const { id, reference, daysPastDue } = loan;
  const own: SplitLoan = {
    id,
    reference,
    daysPastDue,
    dueMinor: dueMinorOn(loan, loan.businessDate),
    payableMinor: loan.payoffMinor ?? 0,
  };
  const further = others.map(({ loanId, remainingMinor, ...other }) => ({
    id: loanId,
    reference: other.reference,
    daysPastDue: other.daysPastDue,
    dueMinor: other.dueMinor,
    payableMinor: remainingMinor,
  }));
  return inOrderOfLateness([own, ...further]);
}

type Answering = {
  readonly loans: readonly SplitLoan[];
  readonly confirm: (loanId: string, paymentId: string) => void;
};

/** Asks whether the same money was received twice, which only the user can answer. */
function useDuplicate(
  refusal: Error | null,
  { loans, confirm }: Answering,
): AskedBeforehand | undefined {
  const { t } = useTranslation('payments');
  const format = useFormat();
  if (!(refusal instanceof ApiFailure) || refusal.code !== 'payment_looks_posted_already') {
    return undefined;
  }
  const { paymentId, postedBy, postedAt, loanId } = refusal.details;
  const posted = { by: String(postedBy), at: format.instant(String(postedAt), 'minute') };
  const reference = loans.find(({ id }) => id === loanId)?.reference;
  return {
    question: (
      <p>
        {reference}: {t('post.twin', posted)}
      </p>
    ),
    answer: t('post.postAnother'),
    onAnswer: () => confirm(String(loanId), String(paymentId)),
  };
}
