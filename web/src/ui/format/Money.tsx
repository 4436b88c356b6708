import { useFormat } from './FormatProvider.tsx';
import classes from './figures.module.css';

type MoneyProps = {
  amountMinor: number;
  currency: string;
  /** Off where the currency already stands in the column's head or beside the sum. */
  withCurrency?: boolean;
  /** `credit` writes a plus before money that came in. */
  sign?: 'auto' | 'credit';
  className?: string;
};

/** An amount in tabular figures, its currency muted behind it, negatives with a true minus. */
export function Money(props: MoneyProps) {
  const { amountMinor, currency, withCurrency = true, sign = 'auto', className } = props;
  const format = useFormat();
  const plus = sign === 'credit' && amountMinor > 0 ? '+' : '';
  return (
    <span className={className ? `${classes.money} ${className}` : classes.money}>
      {/* Isolated, so that a minus or a comma keeps its side in a right-to-left line. */}
      <bdi dir="ltr">{plus + format.money(amountMinor, currency)}</bdi>
      {withCurrency && <span className={classes.currency}> {currency}</span>}
    </span>
  );
}
