import type { TFunction } from 'i18next';
import { percentChange } from '../../lib/percent.ts';
import type { Formatters } from '../../ui/format/formatters.ts';
import { periodEnd } from './income-range.ts';
import type { DaysShown } from './income-range.ts';

type Wording = { days: DaysShown; format: Formatters; t: TFunction<'income'> };

/** A period under its bar, as short as it can be: `Dec 2025`, `24 Aug – 30 Aug`, `5 Dec`. */
export function periodLabel(start: string, { days: { step, to }, format, t }: Wording): string {
  if (step === 'month') return format.day(start, 'month');
  if (step === 'day') return format.day(start, 'short');
  const last = periodEnd(start, { step, to });
  return t('week', { from: format.day(start, 'bare'), to: format.day(last, 'short') });
}

/** A period by itself, year included: `Dec 2025`, `24 Aug – 30 Aug 2026`, `5 Dec 2026`. */
export function periodName(start: string, { days: { step, to }, format, t }: Wording): string {
  if (step === 'month') return format.day(start, 'month');
  if (step === 'day') return format.day(start);
  const last = periodEnd(start, { step, to });
  return t('week', { from: format.day(start, 'bare'), to: format.day(last) });
}

/** How a figure stands to the one before it: "12.4% more". */
export function changeWords(
  { now, before }: { now: number; before: number },
  { format, t }: { format: Formatters; t: TFunction<'income'> },
): string {
  const change = percentChange(now, before);
  if (change === null) return now === 0 ? t('change.none') : t('change.new');
  const percent = format.percent(change.replace('-', ''), 1);
  if (now === before) return t('change.same');
  return now > before ? t('change.more', { percent }) : t('change.less', { percent });
}
