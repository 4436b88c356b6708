import { useMemo, useState } from 'react';
import type { PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { DayText } from '../format/DayText.tsx';
import { Money } from '../format/Money.tsx';
import { instalmentBars } from './instalment-bars.ts';
import type { PicturedInstalment } from './instalment-bars.ts';
import classes from './InstalmentPicture.module.css';

type InstalmentPictureProps = {
  /** What the picture shows, for readers that do not see it; the schedule itself stands below. */
  title: string;
  currency: string;
  instalments: readonly PicturedInstalment[];
  /** How many instalments were due before today; today's line stands behind them. */
  dueBeforeToday: number;
};

/**
 * A loan at a glance: principal under interest, instalment by instalment. What is paid is solid,
 * what is not is hatched, what is late has a red foot, and a line stands where today is.
 */
export function InstalmentPicture(props: InstalmentPictureProps) {
  const { title, currency, instalments, dueBeforeToday } = props;
  const { t } = useTranslation('ui');
  const [pointed, setPointed] = useState<number | null>(null);
  const bars = useMemo(() => instalmentBars(instalments), [instalments]);
  const first = instalments[0];
  const last = instalments.length > 1 ? instalments.at(-1) : undefined;
  const shown = pointed === null ? undefined : instalments[pointed];
  const point = ({ target }: PointerEvent) => {
    const bar = target instanceof Element ? target.closest<HTMLElement>('[data-at]') : null;
    setPointed(bar ? Number(bar.dataset['at']) : null);
  };

  return (
    <figure className={classes.picture} aria-label={title}>
      <div
        aria-hidden="true"
        className={classes.bars}
        onPointerOver={point}
        onPointerLeave={() => setPointed(null)}
      >
        {instalments.map((instalment, at) => (
          <span
            key={instalment.id}
            data-at={at}
            data-late={instalment.isLate || undefined}
            className={classes.bar}
          >
            {bars[at]?.toReversed().map((part) => (
              <span
                key={`${part.kind}${part.isPaid}`}
                data-kind={part.kind}
                data-paid={part.isPaid || undefined}
                style={{ blockSize: `${part.percent}%` }}
              />
            ))}
          </span>
        ))}
        {dueBeforeToday > 0 && dueBeforeToday < instalments.length && (
          <span
            className={classes.today}
            style={{ insetInlineStart: `${(dueBeforeToday / instalments.length) * 100}%` }}
          >
            <span>{t('chart.today')}</span>
          </span>
        )}
      </div>
      <p aria-hidden="true" className={classes.ends}>
        {[first, last].map((end) => end && <DayText key={end.id} day={end.dueOn} />)}
      </p>
      <figcaption className={classes.caption}>
        <span className={classes.name}>{shown?.label}</span>
        <span data-kind="principal" className={classes.term}>
          {t('chart.principal')}
          {shown && <Money amountMinor={shown.principalMinor} currency={currency} />}
        </span>
        <span data-kind="interest" className={classes.term}>
          {t('chart.interest')}
          {shown && <Money amountMinor={shown.interestMinor} currency={currency} />}
        </span>
        <span data-kind="open" className={classes.term}>
          {t('chart.unpaid')}
        </span>
        {instalments.some(({ isLate }) => isLate) && (
          <span data-kind="late" className={classes.term}>
            {t('chart.overdue')}
          </span>
        )}
      </figcaption>
    </figure>
  );
}
