import { homeOfCharge } from '@bursar/contracts/servicing/loan-to-replay';
import { chargeKinds, type ChargeKind, type LoanStatus } from '@bursar/contracts/choices';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { ApiFailure } from '../../../lib/api-client.ts';
import { useContractForm } from '../../../lib/contract-form.ts';
import { DayField } from '../../../ui/form/DayField.tsx';
import { DraftNotice } from '../../../ui/form/FormMessages.tsx';
import { MoneyField } from '../../../ui/form/MoneyField.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Grid } from '../../../ui/layout/Layout.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { useLastShown } from '../../../ui/overlay/use-overlay.ts';
import {
  useAddCharge,
  useUndoWaiver,
  useWaiveCharge,
  type Charge,
  type ChargeAnswer,
  type NewCharge,
  type Waiver,
} from './charges.queries.ts';

/** The loan, as the charge dialogs need it. */
export type ChargedLoan = {
  readonly id: string;
  readonly reference: string;
  readonly status: LoanStatus;
  readonly currency: string;
  readonly businessDate: string;
  readonly disbursedOn: string;
  readonly remainingMinor: number;
  readonly payoffMinor: number | null;
  readonly instalments: readonly { readonly number: number; readonly dueOn: string }[];
};

type DialogProps = {
  readonly loan: ChargedLoan;
  /** True if a second user must approve the charge or waiver. */
  readonly isAsked: boolean;
  readonly onClose: () => void;
};

/** The request's id is created when the dialog opens and repeated on every retry. */
type Draft = {
  readonly id: string;
  readonly portion: Charge['portion'];
  readonly kind: ChargeKind;
  readonly amountMinor: number | null;
  readonly dueOn: string | null;
  readonly reason: string;
};

/** Charges a fee or a penalty, and shows its effect on the loan while the user types. */
export function AddChargeDialog({ loan, opened, isAsked, onClose }: DialogProps & Opened) {
  const { t } = useTranslation('charges');
  const { businessDate, disbursedOn, currency } = loan;
  const form = useContractForm<Draft, NewCharge, ChargeAnswer>({
    name: 'charge',
    empty: () => ({
      id: uuidv7(),
      portion: 'fee',
      kind: 'late-payment',
      amountMinor: null,
      dueOn: businessDate,
      reason: '',
    }),
    opened,
    draftName: `charge.${loan.id}`,
    contract: () => import('@bursar/contracts/servicing/charges').then((it) => it.addCharge),
    rules: ({ amountMinor, dueOn, reason }) => ({
      amountMinor: amountProblem(amountMinor, t),
      dueOn: dueOn === null ? t('problem.dayMissing') : undefined,
      reason: reason.trim() === '' ? t('problem.reasonMissing') : undefined,
    }),
    body: ({ amountMinor, dueOn, reason, ...draft }) =>
      amountMinor === null || dueOn === null
        ? null
        : { ...draft, amountMinor, dueOn, currency, reason: reason.trim() },
    mutation: useAddCharge(loan.id),
    announce: useAnnouncement('add', loan),
    onSent: onClose,
    onRefused: (refusal) => removeEndedDraft(form, refusal),
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('add.title', { reference: loan.reference })}
      submitLabel={t(isAsked ? 'ask' : 'add.submit')}
      {...form.dialog}
      draftOnClose={form.isBusy ? undefined : form.dialog.draftOnClose}
    >
      <DraftNotice hasDraft={form.hasDraft} onDiscard={form.discard} />
      {isAsked && <p>{t('needsApproval')}</p>}
      <Grid min={11}>
        <SelectField
          {...form.field('portion')}
          label={t('field.portion')}
          options={(['fee', 'penalty'] as const).map((portion) => {
            return { value: portion, label: t(`portion.${portion}`) };
          })}
          required
        />
        <SelectField
          {...form.field('kind')}
          label={t('field.kind')}
          options={chargeKinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
          required
        />
        <MoneyField
          {...form.field('amountMinor')}
          label={t('field.amount')}
          currency={currency}
          required
          focusFirst
        />
        <DayField
          {...form.field('dueOn')}
          label={t('field.dueOn')}
          today={businessDate}
          earliest={disbursedOn}
          required
        />
      </Grid>
      <TextareaField
        {...form.field('reason')}
        label={t('field.reason')}
        rows={2}
        maxLength={500}
        required
      />
      <ChargeEffect loan={loan} byMinor={form.values.amountMinor} dueOn={form.values.dueOn} />
    </FormDialog>
  );
}

type Opened = { readonly opened: boolean };

type EffectProps = {
  readonly loan: ChargedLoan;
  readonly byMinor: number | null;
  /** Set for a new charge; undefined for a waiver. */
  readonly dueOn?: string | null;
};

/**
 * Shows the loan's remaining amount and payoff before and after, and the instalment with which a
 * new charge is due.
 */
function ChargeEffect({ loan, byMinor, dueOn }: EffectProps) {
  const { t } = useTranslation('charges');
  const format = useFormat();
  if (byMinor === null || byMinor === 0 || dueOn === null) return null;
  const { currency, remainingMinor, payoffMinor } = loan;
  const named = (amountMinor: number) => format.amount(amountMinor, currency);
  const home = dueOn === undefined ? undefined : homeOfCharge(loan.instalments, dueOn);
  return (
    <p aria-live="polite">
      {dueOn !== undefined &&
        (home
          ? t('effect.due', { number: home.number, day: format.day(home.dueOn, 'medium') })
          : t('effect.dueAlone', { day: format.day(dueOn, 'medium') }))}{' '}
      {t('effect.remaining', {
        before: named(remainingMinor),
        after: named(remainingMinor + byMinor),
      })}{' '}
      {payoffMinor !== null &&
        t('effect.payoff', { before: named(payoffMinor), after: named(payoffMinor + byMinor) })}
    </p>
  );
}

type WaiveDraft = {
  readonly id: string;
  readonly amountMinor: number | null;
  readonly reason: string;
};

/** Waives a charge in part or in full. */
export function WaiveChargeDialog({
  loan,
  charge: asked,
  isAsked,
  onClose,
}: DialogProps & { readonly charge: Charge | null }) {
  const { t } = useTranslation('charges');
  const format = useFormat();
  const charge = useLastShown(asked);
  const openMinor = charge?.openMinor ?? 0;
  const open = format.amount(openMinor, loan.currency);
  const form = useContractForm<WaiveDraft, WaiveBody, ChargeAnswer>({
    name: 'waiver',
    empty: () => ({ id: uuidv7(), amountMinor: asked?.openMinor ?? null, reason: '' }),
    opened: asked !== null,
    // A waiver whose answer was lost is sent again with its id, also after the dialog was closed.
    draftName: `waiver.${charge?.id ?? ''}`,
    rules: ({ amountMinor, reason }) => ({
      amountMinor:
        amountProblem(amountMinor, t) ??
        ((amountMinor ?? 0) > openMinor ? t('problem.beyondOpen', { open }) : undefined),
      reason: reason.trim() === '' ? t('problem.reasonMissing') : undefined,
    }),
    body: ({ id, amountMinor, reason }) =>
      amountMinor === null ? null : { id, amountMinor, reason: reason.trim() },
    mutation: useWaiveCharge(loan.id, charge?.id ?? ''),
    announce: useAnnouncement('waive', loan),
    onSent: onClose,
    onRefused: (refusal) => removeEndedDraft(form, refusal),
  });
  if (!charge) return null;
  const { amountMinor } = form.values;
  return (
    <FormDialog
      opened={asked !== null}
      onClose={onClose}
      title={t('waive.title', { charge: t(`kind.${charge.kind}`), reference: loan.reference })}
      submitLabel={t(isAsked ? 'ask' : 'waive.submit')}
      {...form.dialog}
      draftOnClose={form.isBusy ? undefined : form.dialog.draftOnClose}
    >
      <DraftNotice hasDraft={form.hasDraft} onDiscard={form.discard} />
      <p>
        {t('waive.meaning', { open })}
        {isAsked && <> {t('needsApproval')}</>}
      </p>
      <MoneyField
        {...form.field('amountMinor')}
        label={t('field.waived')}
        currency={loan.currency}
        required
      />
      <TextareaField
        {...form.field('reason')}
        label={t('field.reason')}
        rows={2}
        maxLength={500}
        focusFirst
        required
      />
      <ChargeEffect loan={loan} byMinor={amountMinor === null ? null : -amountMinor} />
    </FormDialog>
  );
}

type WaiveBody = {
  readonly id: string;
  readonly amountMinor: number;
  readonly reason: string;
};

type UndoDraft = { readonly id: string; readonly reason: string };

/** Undoes a waiver: the waived amount is open again. */
export function UndoWaiverDialog({
  loan,
  waived: asked,
  isAsked,
  onClose,
}: DialogProps & { readonly waived: { charge: Charge; waiver: Waiver } | null }) {
  const { t } = useTranslation('charges');
  const format = useFormat();
  const waived = useLastShown(asked);
  const form = useContractForm<UndoDraft, UndoDraft, ChargeAnswer>({
    name: 'undo-waiver',
    empty: () => ({ id: uuidv7(), reason: '' }),
    opened: asked !== null,
    rules: ({ reason }) => ({
      reason: reason.trim() === '' ? t('problem.reasonMissing') : undefined,
    }),
    body: ({ id, reason }) => ({ id, reason: reason.trim() }),
    mutation: useUndoWaiver({
      loanId: loan.id,
      chargeId: waived?.charge.id ?? '',
      waiverId: waived?.waiver.id ?? '',
    }),
    announce: useAnnouncement('undo', loan),
    onSent: onClose,
    onRefused: (refusal) => removeEndedDraft(form, refusal),
  });
  if (!waived) return null;
  const { amountMinor } = waived.waiver;
  return (
    <FormDialog
      opened={asked !== null}
      onClose={onClose}
      title={t('undo.title', { reference: loan.reference })}
      submitLabel={t(isAsked ? 'ask' : 'undo.submit')}
      {...form.dialog}
      draftOnClose={form.isBusy ? undefined : form.dialog.draftOnClose}
    >
      <p>
        {t('undo.meaning', { amount: format.amount(amountMinor, loan.currency) })}
        {isAsked && <> {t('needsApproval')}</>}
      </p>
      <TextareaField
        {...form.field('reason')}
        label={t('field.reason')}
        rows={2}
        maxLength={500}
        focusFirst
        required
      />
      <ChargeEffect loan={loan} byMinor={amountMinor} />
    </FormDialog>
  );
}

function amountProblem(
  amountMinor: number | null,
  t: (key: 'problem.amountMissing' | 'problem.amountNotPositive') => string,
): string | undefined {
  if (amountMinor === null) return t('problem.amountMissing');
  return amountMinor <= 0 ? t('problem.amountNotPositive') : undefined;
}

function useAnnouncement(what: 'add' | 'waive' | 'undo', { reference }: DialogProps['loan']) {
  const { t } = useTranslation('charges');
  return ({ outcome }: ChargeAnswer) => {
    notify.success(t(outcome === 'done' ? `${what}.done` : 'asked', { reference }));
  };
}

/**
 * Removes the draft if another request has used its id or its request was already decided, because
 * the next attempt needs a new id.
 */
function removeEndedDraft(form: { readonly removeDraft: () => void }, refusal: Error): void {
  if (refusal instanceof ApiFailure && endsDraft.has(refusal.code)) form.removeDraft();
}

const endsDraft = new Set<ApiFailure['code']>([
  'id_reused_with_different_content',
  'request_already_decided',
]);
