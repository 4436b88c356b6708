import { Count } from '../../../ui/format/Count.tsx';
import { Rate } from '../../../ui/format/Rate.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import classes from './LateLoans.module.css';

type LateLoansProps = { readonly late: number; readonly of: number };
type CountAndShareProps = LateLoansProps & {
  /** True outside a table column: the share is then directly after the count. */
  readonly isAlone?: boolean;
};

/**
 * Lenders and investors consider the risk high if at least this percentage of loans is over 30 days
 * past due.
 */
const HIGH_PERCENT = 10;

export const isHighShare = ({ late, of }: LateLoansProps): boolean =>
  of > 0 && (late / of) * 100 >= HIGH_PERCENT;

/**
 * The number of loans over 30 days past due and their share of all loans; the number is red if the
 * share is high.
 */
export function LateLoans({ late, of, isAlone = false }: CountAndShareProps) {
  if (late === 0 || of === 0) return <Count value={late} />;
  return (
    <>
      <Count value={late} tone={isHighShare({ late, of }) ? 'late' : 'neutral'} />{' '}
      <Text as="span" tone="muted" size="caption" className={isAlone ? undefined : classes.share}>
        <Rate percent={(late / of) * 100} fractionDigits={1} isAboveZero />
      </Text>
    </>
  );
}
