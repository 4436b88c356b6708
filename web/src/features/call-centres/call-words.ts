import type { CallPreset } from '@bursar/contracts/call-centres';
import type { CallState } from '@bursar/contracts/choices';
import type { TFunction } from 'i18next';
import type { Formatters } from '../../ui/format/formatters.ts';
import type { StatusTone } from '../../ui/status/StatusBadge.tsx';

const HOUR = 60;
const DAY = 24 * HOUR;

/** Minutes in the largest unit that they are whole in: "2 hours". */
export function durationText(
  t: TFunction<'call-centres'>,
  format: Pick<Formatters, 'count'>,
  minutes: number,
): string {
  const unit = minutes % DAY === 0 ? 'days' : minutes % HOUR === 0 ? 'hours' : 'minutes';
  const count = minutes / { days: DAY, hours: HOUR, minutes: 1 }[unit];
  return t(`duration.${unit}`, { count, figure: format.count(count) });
}

/** The name of a weekday: 1 is Monday. */
export function weekdayName(locale: string, weekday: number, style: 'short' | 'long'): string {
  // The first of January 2024 was a Monday.
  return new Intl.DateTimeFormat(locale, { weekday: style, timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, weekday),
  );
}

type Hours = Pick<CallPreset, 'weekdays' | 'opensAt' | 'closesAt'>;

/** "Mon–Fri, 09:00 to 17:00". */
export function hoursText(t: TFunction<'call-centres'>, format: Formatters, hours: Hours): string {
  const { weekdays, opensAt, closesAt } = hours;
  const names = weekdays.map((one) => weekdayName(format.settings.locale, one, 'short'));
  const [first, last] = [weekdays[0] ?? 1, weekdays.at(-1) ?? 1];
  const isRun = weekdays.length > 2 && last - first === weekdays.length - 1;
  return t('hours', {
    days: isRun ? `${names[0]}–${names.at(-1)}` : names.join(', '),
    from: format.time(opensAt),
    until: format.time(closesAt),
  });
}

/** A moment on the clock of a centre: "Mon 09:00". */
export function centreMoment(format: Formatters, timeZone: string, moment: string): string {
  const at = new Date(moment);
  const day = new Intl.DateTimeFormat(format.settings.locale, { weekday: 'long', timeZone });
  const time = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
  return `${day.format(at)} ${format.time(time.format(at))}`;
}

export const callStateTones: Readonly<Record<CallState, StatusTone>> = {
  ready: 'accent',
  waits: 'soon',
  'no-consent': 'neutral',
  'given-up': 'done',
  called: 'good',
};
