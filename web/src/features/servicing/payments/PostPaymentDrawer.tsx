import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paymentMethods, paymentSources } from '@bursar/contracts/choices';
import { Box } from '../../../ui/layout/Box.tsx';
import { FormDrawer } from '../../../ui/overlay/FormDrawer.tsx';
import { DraftNotice } from '../../../ui/form/FormMessages.tsx';
import type { AskedBeforehand } from '../../../ui/overlay/OverlayForm.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import type { ContractForm } from '../../../lib/contract-form.ts';
import { useMovedForm } from '../loan-account/MovedLoan.tsx';
import { usualAmounts } from '../loan-account/usual-amounts.ts';
import { AmountPicks } from '../../../ui/form/QuickPicks.tsx';
import { DayField } from '../../../ui/form/DayField.tsx';
import { FactLine } from '../../../ui/layout/FactLine.tsx';
import { Grid, Row } from '../../../ui/layout/Layout.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { borrowerLoansQuery } from '../loan-account/borrower-loans-query.ts';
import { MoneyField } from '../../../ui/form/MoneyField.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import {
  usePaymentDraft,
  type Draft,
  type PaymentDraft,
  type PaidLoan,
} from './use-payment-draft.ts';
import { PaymentSplit } from './PaymentSplit.tsx';
import { usePaymentLines } from './use-payment-lines.ts';
import { PayerFields } from './PayerFields.tsx';
import { PenaltyFields } from './PenaltyFields.tsx';
import { OverpaymentFields } from './OverpaymentFields.tsx';

// Loaded on first use, because most payments are for one loan.
const SplitPaymentDrawer = lazy(async () => ({
  default: (await import('./SplitPaymentDrawer.tsx')).SplitPaymentDrawer,
}));

type PostPaymentDrawerProps = {
  readonly loan: PaidLoan & { readonly daysPastDue: number };
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Called after a payment on this loan was posted, also as a part of a split payment. */
  readonly onPosted?: (paymentId: string) => void;
};

/** Posts a payment in a drawer next to its loan, or splits it over the borrower's loans. */
export function PostPaymentDrawer(props: PostPaymentDrawerProps) {
  const { loan, opened, onClose, onPosted } = props;
  const { data } = useQuery({ ...borrowerLoansQuery(loan.id), enabled: opened });
  // The parts of a payment have its currency.
  const others = data?.loans.filter(({ currency }) => currency === loan.currency) ?? [];
  // The id of the loan whose payment is being split: the page may show another loan meanwhile.
  const [splitOf, setSplitOf] = useState<string | null>(null);
  const isSplit = splitOf === loan.id;
  return (
    <>
      <OnePaymentDrawer
        {...props}
        opened={opened && !isSplit}
        otherLoans={loan.loss ? 0 : others.length}
        onSplit={() => setSplitOf(loan.id)}
      />
      {isSplit && (
        <Suspense>
          <SplitPaymentDrawer
            loan={loan}
            others={others}
            opened={opened}
            onPosted={onPosted}
            onClose={() => {
              setSplitOf(null);
              onClose();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

type OnePaymentProps = PostPaymentDrawerProps & {
  /**
   * The number of the borrower's other active loans in this currency, to split the payment; 0 after
   * a write-off.
   */
  readonly otherLoans: number;
  readonly onSplit: () => void;
};

/** Posts a payment on one loan, and shows its allocation while the user types. */
function OnePaymentDrawer(props: OnePaymentProps) {
  const { loan, opened, onClose, onPosted, otherLoans, onSplit } = props;
  const { t } = useTranslation('payments');
  const payment = usePaymentDraft({ loan, opened, onClose, onPosted });
  const format = useFormat();
  const moved = useMovedForm({
    loan,
    opened,
    kind: 'payment',
    id: payment.form.values.id,
    lines: usePaymentLines(payment.form.values, loan),
    isBusy: payment.form.isBusy,
    onSent: () => {
      payment.discard();
      onClose();
    },
  });
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title={t(loan.loss ? 'recover.title' : 'post.title', { reference: loan.reference })}
      submitLabel={t(loan.loss ? 'recover.submit' : 'post.submit')}
      {...payment.dialog}
      question={useDuplicateQuestion(payment)}
      safe={t('post.safe')}
      {...moved.dialog}
    >
      {moved.note}
      <DraftNotice hasDraft={payment.form.hasDraft} onDiscard={payment.discard} />
      {loan.loss && (
        <>
          <p>{t('recover.meaning')}</p>
          <Box as="dl">
            <FactLine name={t('recover.left')}>
              <Money amountMinor={loan.loss.recoverableMinor} currency={loan.currency} />
            </FactLine>
          </Box>
        </>
      )}
      {otherLoans > 0 && (
        <Row>
          <Button size="compact" onClick={onSplit}>
            {t('parts.action', { count: otherLoans, figure: format.count(otherLoans) })}
          </Button>
        </Row>
      )}
      <PaymentFields loan={loan} form={payment.form} />
      <OverpaymentFields
        loan={loan}
        form={payment.form}
        preview={payment.preview}
        isOpen={opened && !payment.form.isBusy && !payment.isUnanswered}
      />
      <PenaltyFields
        loan={loan}
        form={payment.form}
        isOpen={opened && !payment.form.isBusy && !payment.isUnanswered}
      />
      <PaymentSplit loan={loan} preview={payment.preview} />
    </FormDrawer>
  );
}

/**
 * Asks whether the same money was received twice, which only a user with the receipts can answer.
 */
function useDuplicateQuestion({
  possibleDuplicate,
  postConfirmedDuplicate,
}: PaymentDraft): AskedBeforehand | undefined {
  const { t } = useTranslation('payments');
  const format = useFormat();
  if (!possibleDuplicate) return undefined;
  const { paymentId, postedBy, postedAt, note } = possibleDuplicate;
  return {
    question: (
      <>
        <p>{t('post.twin', { by: postedBy, at: format.instant(postedAt, 'minute') })}</p>
        {note !== '' && <p>{t('post.twinNote', { note })}</p>}
      </>
    ),
    answer: t('post.postAnother'),
    onAnswer: () => postConfirmedDuplicate(paymentId),
  };
}

type PaymentFieldsProps = { loan: PaidLoan; form: Pick<ContractForm<Draft>, 'field'> };

/** The fields of a payment, with quick picks for usual amounts. */
function PaymentFields({ loan, form }: PaymentFieldsProps) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const amount = form.field('amountMinor');
  return (
    <>
      <div>
        <MoneyField
          {...amount}
          label={t('field.amount')}
          currency={loan.currency}
          required
          focusFirst
        />
        <AmountPicks
          label={t('usual.label')}
          currency={loan.currency}
          amounts={usualAmounts(
            { ...loan, payoffMinor: loan.loss?.recoverableMinor ?? loan.payoffMinor },
            (amountKey) =>
              loan.loss && amountKey === 'everything'
                ? t('recover.everything')
                : t(`usual.${amountKey}`),
          )}
          onPick={(amountMinor) => amount.onChange(amountMinor)}
        />
      </div>
      <Grid min={12}>
        <DayField
          {...form.field('valueDate')}
          label={t('field.valueDate')}
          today={loan.businessDate}
          earliest={loan.loss?.writtenOffOn ?? loan.rescheduledOn ?? loan.disbursedOn}
          latest={loan.businessDate}
          required
        />
        <SelectField
          {...form.field('method')}
          label={t('field.method')}
          options={(loan.creditMinor > 0 ? paymentSources : paymentMethods).map((method) => ({
            value: method,
            label:
              method === 'credit'
                ? t('method.creditOf', { amount: format.amount(loan.creditMinor, loan.currency) })
                : t(`method.${method}`),
          }))}
          required
        />
      </Grid>
      <PayerFields
        payer={form.field('payer')}
        externalReference={form.field('externalReference')}
        note={form.field('note')}
      />
    </>
  );
}
