import type { Invoice } from '@bursar/contracts/records/invoices';
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
  /** The language of the invoice, on its sheet; if left out, texts are in the user's language. */
  readonly language?: Invoice['language'] | undefined;
  readonly inLine?: string | undefined;
  /** Content below the total, such as the paid amount. */
  readonly children?: ReactNode;
};

/** The totals of an invoice, with a line for each tax rate whose tax is not zero. */
export function InvoiceTotals(props: InvoiceTotalsProps) {
  const { totals, currency, language, inLine, children } = props;
  const { t } = useTranslation('invoices', language && { lng: language });
  const format = useFormat();
  const taxes = totals.taxes.filter(({ taxMinor }) => taxMinor !== 0);
  return (
    <Stack as="dl" gap={2} className={classes.totals}>
      {taxes.length > 0 && (
        <TotalLine
          label={t('total.net')}
          amountMinor={totals.netMinor}
          currency={currency}
          inLine={inLine}
        />
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
          inLine={inLine}
        />
      ))}
      <TotalLine
        label={t('total.total')}
        amountMinor={totals.totalMinor}
        currency={currency}
        inLine={inLine}
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
  readonly inLine?: string | undefined;
  /**
   * True for a total, whose name includes the currency, so that all amounts align at their decimal
   * points.
   */
  readonly isWhole?: boolean;
};

export function TotalLine(props: TotalLineProps) {
  const { label, amountMinor, currency, inLine, isWhole = false } = props;
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
      <Amount amountMinor={amountMinor} currency={currency} inLine={inLine} />
    </FactLine>
  );
}

type AmountProps = {
  readonly amountMinor: number;
  readonly currency: string;
  /**
   * All texts of the amount column, one per line. An invisible copy of them makes every amount as
   * wide as the widest text, so that the amounts align and the widest one reaches the edge of the
   * sheet.
   */
  readonly inLine?: string | undefined;
};

export function Amount({ amountMinor, currency, inLine }: AmountProps) {
  return (
    <span className={classes.amount} data-in-line={inLine}>
      <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />
    </span>
  );
}
