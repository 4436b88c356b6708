import { contactDirections, contactOutcomes, paymentMethods } from '@bursar/contracts/choices';
import {
  disputeReasons,
  type ContactOutcome,
} from '@bursar/contracts/collections/contact-outcomes';
import { contactChannels } from '@bursar/contracts/records/closed-channels';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../lib/session-query.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx';
import { DayField } from '../../../ui/form/DayField.tsx';
import { MoneyField } from '../../../ui/form/MoneyField.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { TimeField } from '../../../ui/form/TimeField.tsx';
import { PhoneText } from '../../../ui/format/PhoneText.tsx';
import { Grid, Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { CallBackFields } from './CallBackFields.tsx';
import { CalledLoans, DisputedLoans, PaymentShares, PromiseShares } from './CallLoans.tsx';
import { channelIcon } from './channel-icon.tsx';
import { outcomeKeys } from '../../../lib/outcome-keys.ts';
import type { PromisingLoan } from './promise-draft.ts';
import { PromiseLines } from './PromiseLines.tsx';
import { useCallKeys } from './use-call-keys.ts';
import { FIRST_BORROWER } from './contact-draft.ts';
import type { ContactForm } from './use-contact-form.ts';

type CallFieldsProps = {
  readonly loan: PromisingLoan;
  readonly form: ContactForm;
  /** The outcome whose shortcut key opened the form; null if the form was opened in another way. */
  readonly outcome?: ContactOutcome | null | undefined;
  /** True if the fields for the channel and the time are shown from the start. */
  readonly hasDetails: boolean;
  /** Draws how a payment would be allocated. */
  readonly split?: ((amountMinor: number) => ReactNode) | undefined;
};

/**
 * The fields of a call: its loans and its outcome, what this outcome needs, a note, the time to
 * call back, and the parts that the user adds.
 */
export function CallFields({ loan, form, outcome = null, hasDetails, split }: CallFieldsProps) {
  const { t } = useTranslation('contact-log');
  const draft = form.values;
  const choose = (chosen: ContactOutcome) => {
    form.choose(chosen);
    const field = form.firstFieldOf(chosen);
    // The outcome's fields exist only from the next frame on.
    requestAnimationFrame(() => document.getElementById(field)?.focus());
  };
  const begin = useEffectEvent(() => {
    if (outcome !== null) choose(outcome);
  });
  useEffect(() => begin(), [outcome]);
  const around = useCallKeys({ onOutcome: choose, onSave: form.submit });
  // Until the outcome's field has the focus, this element receives the form's keys.
  const heard = outcome === null ? {} : { tabIndex: -1, 'data-autofocus': true };
  return (
    <Stack gap={4} ref={around} {...heard}>
      <CalledLoans loan={loan} form={form} />
      <ChoiceField
        {...form.field('outcome')}
        label={t('field.outcome')}
        choices={contactOutcomes.map((value) => ({
          value,
          label: t(`outcome.${value}`),
          shortcut: outcomeKeys[value].toUpperCase(),
        }))}
        onChange={(value) => form.choose(value)}
        focusFirst={outcome === null}
      />
      <OutcomeFields loan={loan} form={form} />
      <TextareaField
        {...form.field('note')}
        label={t('field.note')}
        optional
        rows={2}
        maxLength={2000}
      />
      {draft.outcome !== 'disputed' && draft.outcome !== 'deceased' && (
        <CallBackFields loan={loan} form={form} />
      )}
      <AddedParts loan={loan} form={form} hasDetails={hasDetails} split={split} />
    </Stack>
  );
}

/** The fields that the chosen outcome needs. */
function OutcomeFields({ loan, form }: Pick<CallFieldsProps, 'loan' | 'form'>) {
  const { t } = useTranslation('contact-log');
  const draft = form.values;
  switch (draft.outcome) {
    case 'promised':
      return (
        <PromiseLines
          loan={amountsOf(loan, form)}
          draft={draft.promise}
          onChange={(changes) => form.change({ promise: { ...draft.promise, ...changes } })}
          propsOf={(name) => form.field('promise', `promise.${name}`)}
          {...(form.shares.loans.length > 1 && {
            others: form.shares.loans.filter(({ id }) => form.shares.promised.has(id)),
            shares: <PromiseShares loan={loan} form={form} />,
          })}
        />
      );
    case 'disputed':
      return (
        <>
          <ChoiceField
            {...form.field('disputeReason')}
            label={t('field.disputeReason')}
            choices={disputeReasons.map((value) => ({ value, label: t(`disputeReason.${value}`) }))}
          />
          <DisputedLoans loan={loan} form={form} />
          <Text tone="muted" size="table">
            {t('call.pauses')}
          </Text>
        </>
      );
    case 'deceased':
      return (
        <Text tone="muted" size="table">
          {t('call.pauses')}
        </Text>
      );
    case 'wrong-number':
      return draft.wrongPhone === '' ? null : (
        <Text tone="muted" size="table">
          {t('call.wrongPhone')} <PhoneText number={draft.wrongPhone} />
        </Text>
      );
    default:
      return null;
  }
}

/**
 * Returns the loan with the sums of all loans of the call, which the form suggests as usual amounts
 * of a promise.
 */
function amountsOf(loan: PromisingLoan, { shares: { loans } }: ContactForm): PromisingLoan {
  if (loans.length === 1) return loan;
  const sumOf = (of: 'dueMinor' | 'payableMinor') => loans.reduce((sum, one) => sum + one[of], 0);
  const arrearsMinor = sumOf('dueMinor');
  return { ...loan, arrearsMinor, nextDueMinor: 0, payoffMinor: sumOf('payableMinor') };
}

type Part = 'payment' | 'nextAction' | 'details';

/**
 * The parts that every outcome can have; each shows once the user adds it or fills it in. The
 * payment also shows for the outcome `paid`.
 */
function AddedParts(props: Omit<CallFieldsProps, 'outcome'>) {
  const { loan, form, hasDetails, split } = props;
  const { t } = useTranslation('contact-log');
  const mayPay = useMay('post-payment') && loan.paymentRefusal === null;
  const { payment, nextAction, outcome } = form.values;
  const [asked, setAsked] = useState<readonly Part[]>([]);
  const isShown: Record<Part, boolean> = {
    payment: payment.amountMinor !== null || outcome === 'paid',
    nextAction: nextAction.what !== '' || nextAction.dueOn !== null,
    details: hasDetails || form.hasDetails,
  };
  const parts: readonly Part[] = mayPay
    ? ['payment', 'nextAction', 'details']
    : ['nextAction', 'details'];
  const shown = parts.filter((part) => isShown[part] || asked.includes(part));
  const hidden = parts.filter((part) => !shown.includes(part));
  return (
    <>
      {shown.includes('payment') && <PaymentFields loan={loan} form={form} split={split} />}
      {shown.includes('nextAction') && <NextActionFields loan={loan} form={form} />}
      {shown.includes('details') && <DetailFields loan={loan} form={form} />}
      {hidden.length > 0 && (
        <Row gap={2}>
          {hidden.map((part) => (
            <Button key={part} size="compact" onClick={() => setAsked([...asked, part])}>
              {t(`call.add.${part}`)}
            </Button>
          ))}
        </Row>
      )}
    </>
  );
}

type PartProps = Pick<CallFieldsProps, 'loan' | 'form'>;

function PaymentFields({ loan, form, split }: PartProps & Pick<CallFieldsProps, 'split'>) {
  const { t } = useTranslation(['contact-log', 'payments']);
  const { amountMinor } = form.values.payment;
  return (
    <>
      <Grid min={12}>
        <MoneyField
          {...form.field('payment.amountMinor')}
          onChange={(paidMinor) =>
            form.change({
              payment: { ...form.values.payment, amountMinor: paidMinor },
              // Discards shares changed by hand, because a new amount is split by the rule again.
              shares: {},
            })
          }
          label={t('call.paidToday')}
          currency={loan.currency}
          optional
        />
        <SelectField
          {...form.field('payment.method')}
          label={t('payments:field.method')}
          options={paymentMethods.map((value) => ({
            value,
            label: t(`payments:method.${value}`),
          }))}
          required
        />
      </Grid>
      <Grid min={12}>
        <TextField
          {...form.field('payment.payer')}
          label={t('payments:field.payer')}
          optional
          maxLength={200}
        />
        <TextField
          {...form.field('payment.externalReference')}
          label={t('payments:field.externalReference')}
          optional
          maxLength={100}
        />
      </Grid>
      <PaymentShares loan={loan} form={form} />
      {amountMinor !== null &&
        amountMinor > 0 &&
        form.shares.loans.length === 1 &&
        split?.(amountMinor)}
    </>
  );
}

function NextActionFields({ loan, form }: PartProps) {
  const { t } = useTranslation('contact-log');
  return (
    <>
      <TextField
        {...form.field('nextAction.what')}
        label={
          form.shares.loans.length > 1
            ? t('loans.nextAction', { reference: loan.reference })
            : t('call.nextAction')
        }
        maxLength={200}
        optional
      />
      <Grid min={12}>
        <DayField
          {...form.field('nextAction.dueOn')}
          label={t('field.day')}
          today={loan.businessDate}
          earliest={loan.businessDate}
        />
        <TimeField
          {...form.field('nextAction.time', 'nextAction.remindAt')}
          label={t('call.remindAt')}
          optional
        />
      </Grid>
    </>
  );
}

/** The fields for the person reached, the channel, the direction and the time of the contact. */
function DetailFields({ loan, form }: PartProps) {
  const { t } = useTranslation('contact-log');
  const draft = form.values;
  return (
    <>
      {(form.parties.length > 0 || draft.partner !== FIRST_BORROWER) && (
        <ChoiceField
          {...form.field('partner', 'partyId')}
          label={t('field.partner')}
          choices={[
            {
              value: FIRST_BORROWER,
              label: t('with.first', { name: loan.borrower.name ?? t('with.nameless') }),
            },
            ...form.parties.map(({ id, role, borrower }) => ({
              value: id,
              label: t(`with.${role}`, { name: borrower.name ?? t('with.nameless') }),
            })),
          ]}
        />
      )}
      <ChoiceField
        {...form.field('channel')}
        label={t('field.channel')}
        choices={contactChannels.map((channel) => ({
          value: channel,
          label: t(`channel.${channel}`),
          icon: channelIcon(channel),
          closed: form.closedReason(channel),
        }))}
      />
      <ChoiceField
        {...form.field('direction')}
        inColumns
        label={t('field.direction')}
        choices={contactDirections.map((value) => ({ value, label: t(`direction.${value}`) }))}
      />
      <ChoiceField
        {...form.controlProps('when')}
        inColumns
        label={t('field.when')}
        choices={[
          { value: 'now', label: t('when.now') },
          { value: 'earlier', label: t('when.earlier') },
        ]}
        value={draft.isEarlier ? 'earlier' : 'now'}
        onChange={(when) => form.change({ isEarlier: when === 'earlier' })}
      />
      {draft.isEarlier && (
        <Grid min={12}>
          <DayField
            {...form.field('day')}
            label={t('field.day')}
            today={loan.businessDate}
            latest={loan.businessDate}
            required
          />
          <TimeField {...form.field('time', 'contactedAt')} label={t('field.time')} required />
        </Grid>
      )}
    </>
  );
}
