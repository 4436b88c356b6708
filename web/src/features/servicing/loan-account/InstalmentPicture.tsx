import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { toneColor, type ChartData } from '../../../ui/chart/chart-data.ts';
import { onDemand } from '../../../ui/state/on-demand.ts';
import { KeyTerm } from '../../../ui/chart/KeyTerm.tsx';
import classes from '../../../ui/chart/Chart.module.css';

// Uses `onDemand` instead of `lazy`: if the code of the chart cannot be loaded, only the picture is
// missing, and the schedule below it is still shown.
const { Part: ChartPicture } = onDemand(
  async () => (await import('../../../ui/chart/ChartPicture.tsx')).ChartPicture,
);

type PicturedInstalment = {
  number: number;
  dueOn: string;
  principalMinor: number;
  interestMinor: number;
  principalPaidMinor: number;
  interestPaidMinor: number;
  isLate: boolean;
};

type InstalmentPictureProps = {
  /** Names the picture for screen readers; the schedule itself is shown below it. */
  title: string;
  currency: string;
  instalments: readonly PicturedInstalment[];
  /** Number of instalments due before today; the line for today is drawn after them. */
  dueBeforeToday: number;
};

/**
 * A loan's schedule as a picture: principal below interest for each instalment. Paid instalments
 * are solid, upcoming ones outlined and late ones hatched with a red foot. A line marks today if
 * some instalments, but not all, were due before today.
 */
export function InstalmentPicture(props: InstalmentPictureProps) {
  const { title, instalments } = props;
  const { t } = useTranslation('ui');
  const data = useInstalmentData(props);
  return (
    <Stack as="figure" gap={2} aria-label={title}>
      <div className={`${classes.room} ${classes.low}`}>
        <ChartPicture title={title} data={data} isBare />
      </div>
      <figcaption>
        <Row gap={5}>
          <KeyTerm as="span" kind="bar" color={toneColor(1)}>
            {t('chart.principal')}
          </KeyTerm>
          <KeyTerm as="span" kind="bar" color={toneColor(2)}>
            {t('chart.interest')}
          </KeyTerm>
          {instalments.some((one) => isOpen(one) && !one.isLate) && (
            <KeyTerm as="span" kind="open" color={toneColor(1)}>
              {t('chart.upcoming')}
            </KeyTerm>
          )}
          {instalments.some(({ isLate }) => isLate) && (
            <KeyTerm as="span" kind="late" color="var(--late)">
              {t('chart.overdue')}
            </KeyTerm>
          )}
        </Row>
      </figcaption>
    </Stack>
  );
}

const isOpen = (of: PicturedInstalment): boolean =>
  of.principalPaidMinor < of.principalMinor || of.interestPaidMinor < of.interestMinor;

function useInstalmentData(props: InstalmentPictureProps): ChartData {
  const { currency, instalments, dueBeforeToday } = props;
  const { t } = useTranslation('ui');
  const format = useFormat();
  return useMemo(() => {
    const isUnderway = dueBeforeToday > 0 && dueBeforeToday < instalments.length;
    return {
      categories: instalments.map(({ number, dueOn, isLate }) => ({
        id: String(number),
        label: `${format.count(number)} · ${format.day(dueOn)}`,
        month: dueOn,
        isLate,
      })),
      series: [
        {
          id: 'principal',
          name: t('chart.principal'),
          kind: 'bar',
          tone: 1,
          values: instalments.map(({ principalMinor }) => principalMinor),
          doneValues: instalments.map(({ principalPaidMinor }) => principalPaidMinor),
        },
        {
          id: 'interest',
          name: t('chart.interest'),
          kind: 'bar',
          tone: 2,
          values: instalments.map(({ interestMinor }) => interestMinor),
          doneValues: instalments.map(({ interestPaidMinor }) => interestPaidMinor),
        },
      ],
      unit: { kind: 'money', currency },
      divider: isUnderway ? { before: dueBeforeToday, name: t('chart.today') } : undefined,
    };
  }, [instalments, currency, dueBeforeToday, t, format]);
}
