import { useTranslation } from 'react-i18next';
import { ReasonText } from '../../access/audit-events/ReasonText.tsx';
import { DayText, DaysText } from '../../../ui/format/DayText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { kindOfFact, type FactValue } from './audit-text.ts';

type AuditValueProps = {
  readonly field: string;
  readonly value: FactValue | undefined;
  readonly currency: string | undefined;
  /** False if the head of the column shows the currency. */
  readonly withCurrency?: boolean;
};

/**
 * One value of an event: amounts and days are formatted, true, false and the system's reasons are
 * translated, and other values are shown as recorded.
 */
export function AuditValue({ field, value, currency, withCurrency = true }: AuditValueProps) {
  const { t } = useTranslation('audit');
  if (value === undefined)
    return (
      <Text as="span" tone="muted">
        –
      </Text>
    );
  if (value === null)
    return (
      <Text as="span" tone="muted">
        {t('nothing')}
      </Text>
    );
  const kind = kindOfFact(field, value);
  if (kind === 'money' && typeof value === 'number' && currency !== undefined) {
    return <Money amountMinor={value} currency={currency} withCurrency={withCurrency} />;
  }
  // Without a currency in the event, an amount is shown in minor units.
  if (kind === 'money') return t('minorUnits', { amount: String(value) });
  if (kind === 'day' && typeof value === 'string') return <DayText day={value} />;
  if (kind === 'days' && typeof value === 'string') return <DaysText days={value.split(', ')} />;
  if (value === 'true' || value === 'false') return t(`truth.${value}`);
  if (field === 'reason') return <ReasonText reason={String(value)} />;
  return <bdi>{String(value)}</bdi>;
}
