import { useFormat } from './FormatProvider.tsx';
import classes from './figures.module.css';

type MoneyProps = {
  amountMinor: number;
  currency: string;
  /** Set to false if the column head or the total already shows the currency. */
  withCurrency?: boolean;
  /** `credit` writes a plus before incoming money. */
  sign?: 'auto' | 'credit';
  className?: string;
};

/**
 * An amount in tabular figures, followed by its currency in a muted tone; negative amounts have a
 * true minus.
 */
export function Money(props: MoneyProps) {
  const { amountMinor, currency, withCurrency = true, sign = 'auto', className } = props;
  const format = useFormat();
  const plus = sign === 'credit' && amountMinor > 0 ? '+' : '';
  return (
    <span className={className ? `${classes.money} ${className}` : classes.money}>
      {/* Isolated, so that a minus or a comma stays in place in a right-to-left line. */}
      <bdi dir="ltr">{plus + format.money(amountMinor, currency)}</bdi>
      {withCurrency && <span className={classes.currency}> {currency}</span>}
    </span>
  );
}
