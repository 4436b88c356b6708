import { rolledTo } from '@bursar/contracts/reporting/analytics.values';
import { ARREARS_SCALE } from '@bursar/loan-maths/buckets';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import type { HistoryBook } from './analytics.queries.ts';
import type { OpenFigure } from './BehindDrawer.tsx';
import { isCured, isRolledOn } from './history-figures.ts';

/** The parts of the page whose figures can be opened. */
export type OpenPart = 'late' | 'over30' | 'cured' | 'forward' | 'roll' | 'vintage';

type Roll = HistoryBook['rolls'][number];

const rollIsIn = {
  cured: isCured,
  forward: (roll: Roll) => roll.from === '1-30' && isRolledOn(roll),
};

/**
 * Returns the figure of this book that the address opens, such as `USD.roll.2026-05-31.1-30.31-60`.
 */
export function useOpened(
  { currency, points, rolls }: HistoryBook,
  opened: string | null,
): OpenFigure | null {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const [ofCurrency, part, ...parameters] = opened?.split('.') ?? [];
  const on = points.find((point) => point.on === parameters[0])?.on;
  if (ofCurrency !== currency || on === undefined) return null;
  const day = format.day(on, 'medium');
  if (part === 'late') {
    const point = points.find((one) => one.on === on);
    const behind = lateBuckets
      .filter((bucket) => point?.buckets.some((one) => one.bucket === bucket && one.loans > 0))
      .map((bucket) => {
        const asked = { currency, on, bucket };
        return { kind: 'loans', name: t(`bucket.${bucket}`), asked } as const;
      });
    return { title: t('rows.lateOn', { day }), behind };
  }
  if (part === 'over30') {
    const title = t('rows.over30On', { day });
    return { title, behind: [{ kind: 'loans', name: title, asked: { currency, on, late: true } }] };
  }
  if (part === 'cured' || part === 'forward') {
    const counted = rolls.filter((roll) => roll.on === on && rollIsIn[part](roll));
    return {
      title: t(`rows.${part}On`, { day }),
      behind: counted.map(({ from: was, to: bucket }) => ({
        kind: 'loans',
        name: t('rolls.opened', { from: t(`bucket.${was}`), to: t(`bucket.${bucket}`) }),
        asked: { currency, on, was, bucket },
      })),
    };
  }
  if (part === 'roll') {
    const was = ARREARS_SCALE.find((bucket) => bucket === parameters[1]);
    const bucket = rolledTo.find((one) => one === parameters[2]);
    if (!was || !bucket) return null;
    const title = t('rolls.opened', { from: t(`bucket.${was}`), to: t(`bucket.${bucket}`) });
    return {
      title,
      behind: [{ kind: 'loans', name: title, asked: { currency, on, was, bucket } }],
    };
  }
  const vintage = parameters[1] ?? '';
  if (part !== 'vintage' || !/^\d{4}-\d{2}$/.test(vintage)) return null;
  const title = t('vintages.opened', { month: format.day(`${vintage}-01`, 'month'), day });
  return {
    title,
    behind: [{ kind: 'loans', name: title, asked: { currency, on, late: true, vintage } }],
  };
}

export const lateBuckets = ARREARS_SCALE.filter((bucket) => bucket !== 'current');
