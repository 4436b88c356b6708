import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ContractForm } from '../../../lib/contract-form.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { useSettledValue } from '../../../lib/use-settled-value.ts';
import { TickBox } from '../../../ui/form/TickBox.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { penaltiesPreviewQuery } from './payments.queries.ts';
import { valueDateRefusal } from './preview-payment.ts';
import type { Draft, PaidLoan } from './use-payment-draft.ts';

type PenaltyFieldsProps = {
  readonly loan: PaidLoan;
  readonly form: Pick<ContractForm<Draft>, 'field' | 'values'>;
  readonly isOpen: boolean;
};

/**
 * The penalties that a back-dated payment makes groundless: they are waived with it unless the user
 * deselects them.
 */
export function PenaltyFields({ loan, form, isOpen }: PenaltyFieldsProps) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const { amountMinor, valueDate, overpaymentTreatment } = form.values;
  const settledMinor = useSettledValue(amountMinor ?? 0, { of: loan.id, afterMs: 150 });
  const on = valueDate ?? loan.businessDate;
  const isAsked = settledMinor > 0 && isBeforePenalty(loan, on);
  const query = useQuery({
    ...penaltiesPreviewQuery({
      loanId: loan.id,
      amountMinor: settledMinor,
      valueDate: on,
      overpaymentTreatment,
    }),
    enabled: isAsked && isOpen && valueDateRefusal(loan, on) === null,
  });
  if (!isAsked) return null;
  if (query.error) {
    return (
      <ErrorState
        title={failureSentence(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (!query.data) return query.isLoading ? <SkeletonLines lines={2} /> : null;
  const { penalties, currency } = query.data;
  if (penalties.length === 0) return null;
  const retained = form.field('retainPenalties');
  const toggle = (chargeId: string) =>
    retained.onChange(
      retained.value.includes(chargeId)
        ? retained.value.filter((id) => id !== chargeId)
        : [...retained.value, chargeId],
    );
  return (
    <fieldset>
      <Box as="legend" weight="medium" below={2}>
        {t('penalties.legend')}
      </Box>
      <Stack gap={2}>
        {penalties.map(({ chargeId, dueOn, amountMinor: penaltyMinor }) => (
          <Row as="label" key={chargeId} gap={2} wrap={false}>
            <TickBox
              checked={!retained.value.includes(chargeId)}
              onChange={() => toggle(chargeId)}
            />
            {t('penalties.waive', {
              amount: format.amount(penaltyMinor, currency),
              day: format.day(dueOn),
            })}
          </Row>
        ))}
        <Text tone="muted">
          {t('penalties.meaning')}
          {penalties.some(({ outcome }) => outcome === 'awaiting-approval') && (
            <> {t('penalties.needsApproval')}</>
          )}
        </Text>
      </Stack>
    </fieldset>
  );
}

/**
 * Returns true if the day is before an end-of-day penalty. Such penalties have negative numbers and
 * count from the day after the closed day.
 */
const isBeforePenalty = ({ charges, businessDate }: PaidLoan, on: string): boolean =>
  on < businessDate && charges.some(({ number, countsOn }) => number < 0 && countsOn > on);
