import type { InvoiceTotals as Totals } from '@bursar/loan-maths/invoice';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { FactLine } from '../../../ui/layout/FactLine.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import classes from './Invoice.module.css';

type InvoiceTotalsProps = {
  readonly totals: Pick<Totals, 'netMinor' | 'totalMinor' | 'taxes'>;
  readonly currency: string;
  /** Content below the total, such as the paid amount. */
  readonly children?: ReactNode;
};

/** The totals of an invoice, with a line for each tax rate whose tax is not zero. */
export function InvoiceTotals({ totals, currency, children }: InvoiceTotalsProps) {
  const { t } = useTranslation('invoices');
  const format = useFormat();
  const taxes = totals.taxes.filter(({ taxMinor }) => taxMinor !== 0);
  return (
    <Stack as="dl" gap={2} className={classes.totals}>
      {taxes.length > 0 && (
        <TotalLine label={t('total.net')} amountMinor={totals.netMinor} currency={currency} />
      )}
      {taxes.map(({ taxPercent, taxMinor, netMinor }) => (
        <TotalLine
          key={taxPercent}
          label={t('total.tax', {
            rate: format.percent(taxPercent, taxPercent.split('.')[1]?.length ?? 0),
            net: format.money(netMinor, currency),
          })}
          amountMinor={taxMinor}
          currency={currency}
        />
      ))}
      <TotalLine
        label={t('total.total')}
        amountMinor={totals.totalMinor}
        currency={currency}
        isWhole
      />
      {children}
    </Stack>
  );
}

type TotalLineProps = {
  readonly label: ReactNode;
  readonly amountMinor: number;
  readonly currency: string;
  /**
   * True for a total, whose name includes the currency, so that all amounts align at their decimal
   * points.
   */
  readonly isWhole?: boolean;
};

export function TotalLine({ label, amountMinor, currency, isWhole = false }: TotalLineProps) {
  return (
    <FactLine
      name={
        isWhole ? (
          <>
            {label}{' '}
            <Text as="span" tone="muted" size="caption" weight="text">
              {currency}
            </Text>
          </>
        ) : (
          label
        )
      }
      {...(isWhole && { nameTone: 'ink', weight: 'strong', pad: [2, 0, 0], line: 'above' })}
    >
      <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />
    </FactLine>
  );
}
