import { useTranslation } from 'react-i18next';
import { MoneyField } from '../../../ui/form/MoneyField.tsx';
import { Grid, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import type { Shares, SplitLoan } from './split-over-loans.ts';

type ShareFieldsProps = {
  readonly id: string;
  readonly currency: string;
  readonly loans: readonly SplitLoan[];
  readonly paid: ReadonlyMap<string, number | null>;
  readonly onChange: (shares: Shares) => void;
  readonly error: string | undefined;
};

/** Shows the split of a payment over loans, with the rule; each amount can be changed. */
export function ShareFields({ id, currency, loans, paid, onChange, error }: ShareFieldsProps) {
  const { t } = useTranslation('payments');
  return (
    <Stack as="section" gap={2} id={id} tabIndex={-1} aria-label={t('parts.title')}>
      <Text tone="muted" size="table">
        {t('parts.rule')}
      </Text>
      <Grid min={10}>
        {loans
          .filter((loan) => paid.has(loan.id))
          .map((loan) => (
            <MoneyField
              key={loan.id}
              id={`${id}-${loan.id}`}
              label={loan.reference}
              currency={currency}
              value={paid.get(loan.id) ?? null}
              onChange={(share) => onChange({ ...Object.fromEntries(paid), [loan.id]: share })}
            />
          ))}
      </Grid>
      {error && (
        <Text tone="late" size="caption">
          {error}
        </Text>
      )}
    </Stack>
  );
}
