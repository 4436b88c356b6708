import { overpaymentChoices, type OverpaymentChoice } from '@bursar/contracts/choices';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ContractForm } from '../../../lib/contract-form.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { useSettledValue } from '../../../lib/use-settled-value.ts';
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { BeforeAfter } from '../../../ui/table/BeforeAfter.tsx';
import { overpaymentPreviewQuery, type OverpaymentPreview } from './payments.queries.ts';
import { valueDateRefusal, type PaymentPreview } from './preview-payment.ts';
import type { Draft, PaidLoan } from './use-payment-draft.ts';

type OverpaymentFieldsProps = {
  readonly loan: PaidLoan;
  readonly form: Pick<ContractForm<Draft>, 'field' | 'values'>;
  readonly preview: PaymentPreview | null;
  /**
   * True while the user can still choose: a sent payment may change the loan before its form
   * closes.
   */
  readonly isOpen: boolean;
};

/**
 * Asks what happens with an overpayment and shows its effect on the schedule. Renders nothing if
 * the user has no choice, for example because the whole amount is due.
 */
export function OverpaymentFields({ loan, form, preview, isOpen }: OverpaymentFieldsProps) {
  const { t } = useTranslation('payments');
  const { amountMinor, valueDate, overpaymentTreatment } = form.values;
  const isAsked = asksForChoice(loan, { preview, overpaymentTreatment });
  const settledMinor = useSettledValue(amountMinor ?? 0, { of: loan.id, afterMs: 150 });
  const asked = { amountMinor: settledMinor, valueDate: valueDate ?? loan.businessDate };
  const query = useQuery({
    ...overpaymentPreviewQuery({ loanId: loan.id, ...asked }),
    enabled:
      isAsked && isOpen && settledMinor > 0 && valueDateRefusal(loan, asked.valueDate) === null,
  });
  if (!isAsked) return null;
  const { data, error } = query;
  const chosen = data?.choices.find(({ choice }) => choice === overpaymentTreatment)?.after;
  const field = form.field('overpaymentTreatment');
  return (
    <Stack gap={4}>
      <ChoiceField<OverpaymentChoice>
        {...field}
        label={t('beyond.label')}
        choices={overpaymentChoices.map((value) => ({
          value,
          label: t(`beyond.${value}`),
          closed: isClosed(data, value) ? t(closedText(preview)) : undefined,
        }))}
      />
      <div aria-live="polite">
        {data && chosen && <Comparison data={data} after={chosen} />}
        {chosen &&
          loan.scheduleMethod === 'flat' &&
          givesAnotherSchedule.has(overpaymentTreatment) && (
            <Text tone="muted">{t('beyond.flat')}</Text>
          )}
        {!data && !error && <SkeletonLines lines={4} />}
        {error && (
          <ErrorState
            title={failureSentence(error)}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )}
      </div>
    </Stack>
  );
}

const givesAnotherSchedule: ReadonlySet<OverpaymentChoice> = new Set([
  'shorter-term',
  'lower-instalment',
]);

/**
 * Returns true if the user must choose what happens with the overpayment. A payment of exactly the
 * payoff and a payment on a written-off loan need no choice.
 */
function asksForChoice(
  { loss }: PaidLoan,
  {
    preview,
    overpaymentTreatment,
  }: Pick<OverpaymentFieldsProps, 'preview'> & Pick<Draft, 'overpaymentTreatment'>,
): boolean {
  if (loss || preview?.kind === 'recovery' || preview?.kind === 'exceeds-recoverable') return false;
  // There is no preview if the chosen schedule cannot be made; the user must still be able to
  // choose otherwise.
  if (preview === null)
    return overpaymentTreatment === 'shorter-term' || overpaymentTreatment === 'lower-instalment';
  if (preview.kind === 'exceeds-payoff') return true;
  if (preview.kind === 'split' && preview.remainingAfterMinor === 0) return preview.creditMinor > 0;
  return preview.overpaymentMinor > 0;
}

const isClosed = (data: OverpaymentPreview | undefined, choice: OverpaymentChoice): boolean =>
  data?.choices.some((one) => one.choice === choice && one.after === null) ?? false;

const closedText = (preview: PaymentPreview | null) =>
  preview?.kind === 'exceeds-payoff' || (preview?.kind === 'split' && preview.creditMinor > 0)
    ? 'beyond.onlyCredit'
    : 'beyond.noSchedule';

type After = NonNullable<OverpaymentPreview['choices'][number]['after']>;

/** Compares the schedule before and after the payment by the figures that matter for the choice. */
function Comparison({
  data: { before, currency },
  after,
}: {
  data: OverpaymentPreview;
  after: After;
}) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const money = (amountMinor: number) => (
    <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />
  );
  const day = (on: string | null) => (on === null ? '–' : <DayText day={on} />);
  const fact = (id: 'instalments' | 'next' | 'nextDue' | 'last' | 'remaining') => ({
    id,
    label: t(`beyond.fact.${id}`),
  });
  return (
    <Stack gap={2}>
      <BeforeAfter
        label={t('beyond.compare')}
        facts={[
          {
            ...fact('instalments'),
            before: format.count(before.instalments),
            after: format.count(after.instalments),
          },
          { ...fact('next'), before: money(before.nextMinor), after: money(after.nextMinor) },
          { ...fact('nextDue'), before: day(before.nextDueOn), after: day(after.nextDueOn) },
          { ...fact('last'), before: day(before.lastDueOn), after: day(after.lastDueOn) },
          {
            ...fact('remaining'),
            before: money(before.totalMinor),
            after: money(after.totalMinor),
          },
        ]}
      />
      <Text tone="muted" size="table">
        {after.interestSavedMinor > 0
          ? t('beyond.saved', { amount: format.amount(after.interestSavedMinor, currency) })
          : t('beyond.savesNothing')}
        {after.creditMinor > 0 && (
          <> {t('beyond.kept', { amount: format.amount(after.creditMinor, currency) })}</>
        )}
      </Text>
    </Stack>
  );
}
