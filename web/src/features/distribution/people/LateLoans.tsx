import { Count } from '../../../ui/format/Count.tsx';
import { Rate } from '../../../ui/format/Rate.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import classes from './LateLoans.module.css';

type LateLoansProps = { readonly late: number; readonly of: number };
type CountAndShareProps = LateLoansProps & {
  /** Outside a table column, the share is directly after the count. */
  readonly isAlone?: boolean;
};

/**
 * Lenders and their investors regard a share of loans over 30 days past due above this as high
 * risk.
 */
const HIGH_PERCENT = 10;

export const isHighShare = ({ late, of }: LateLoansProps): boolean =>
  of > 0 && (late / of) * 100 >= HIGH_PERCENT;

/** The number of late loans and their share of all; only a high share is red. */
export function LateLoans({ late, of, isAlone = false }: CountAndShareProps) {
  if (late === 0 || of === 0) return <Count value={late} />;
  return (
    <>
      <Count value={late} tone={isHighShare({ late, of }) ? 'late' : 'neutral'} />{' '}
      <Text as="span" tone="muted" size="caption" className={isAlone ? undefined : classes.share}>
        <Rate percent={(late / of) * 100} fractionDigits={1} />
      </Text>
    </>
  );
}
