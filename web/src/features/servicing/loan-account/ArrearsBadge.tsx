import { ARREARS_SCALE } from '@bursar/loan-maths/buckets';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BucketTone } from '../../../ui/chart/chart-data.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import classes from './ArrearsBadge.module.css';

/**
 * A step on the arrears scale, which is used on every screen; its position in `ARREARS_SCALE` is
 * its severity.
 */
export type ArrearsStep = (typeof ARREARS_SCALE)[number];

type ArrearsBadgeProps = {
  bucket: ArrearsStep;
  daysPastDue: number;
  /** `long` spells out the number of days for the header of a page: "34 days late". */
  size?: 'short' | 'long';
};

/**
 * Shows the days past due of a loan: five steps that fill up, and the number of days, so that the
 * badge is readable without colour.
 */
export function ArrearsBadge({ bucket, daysPastDue, size = 'short' }: ArrearsBadgeProps) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const days = { count: daysPastDue, days: format.count(daysPastDue) };
  return (
    <span className={classes.badge}>
      <ArrearsMeter bucket={bucket} />
      {bucket === 'current' ? (
        <span className={classes.current}>{t('arrears.current')}</span>
      ) : (
        <span className={classes.days}>
          {size === 'long' ? t('arrears.daysLate', days) : t('arrears.days', days)}
        </span>
      )}
    </span>
  );
}

/**
 * The status of a loan in a column of arrears; its text aligns with the text of the arrears badges.
 */
export function InPlaceOfArrears({ children }: { children: ReactNode }) {
  return <span className={classes.inPlace}>{children}</span>;
}

export function bucketTone(bucket: ArrearsStep): BucketTone {
  return `bucket-${bucket === '180+' ? 'over-180' : bucket}`;
}

/** Returns the colour of a bucket, which is used in meters and charts. */
export function bucketColour(bucket: ArrearsStep): string {
  return `var(--${bucketTone(bucket)})`;
}

/** The steps without text, for filters and legends. */
export function ArrearsMeter({ bucket }: { bucket: ArrearsStep }) {
  const fill: CSSProperties & { '--step': string; '--steps': number } = {
    '--step': bucketColour(bucket),
    '--steps': ARREARS_SCALE.indexOf(bucket),
  };
  // Inline styles, because the colour and the number of steps depend on the bucket.
  return <span className={classes.meter} style={fill} aria-hidden="true" />;
}
