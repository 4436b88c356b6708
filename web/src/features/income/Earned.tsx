import { Money } from '../../ui/format/Money.tsx';
import classes from './Earned.module.css';

type EarnedProps = { amountMinor: number; currency: string };

/** An amount in a table of one currency; nothing is a dash, so that what is there stands out. */
export function Earned({ amountMinor, currency }: EarnedProps) {
  if (amountMinor === 0) return <span className={classes.nothing}>–</span>;
  return <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />;
}
