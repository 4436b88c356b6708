import type { CallPreset, Patient } from '@bursar/contracts/collections/call-centres';
import type { CallState } from '@bursar/contracts/choices';
import type { TFunction } from 'i18next';
import { weekdayName } from '../../../lib/weekday-name.ts';
import type { Formatters } from '../../../ui/format/formatters.ts';
import type { StatusTone } from '../../../ui/status/StatusBadge.tsx';

const HOUR = 60;
const DAY = 24 * HOUR;

/** Formats minutes in the largest unit that divides them: "2 hours". */
export function durationText(
  t: TFunction<'call-centres'>,
  format: Pick<Formatters, 'count'>,
  minutes: number,
): string {
  const unit = minutes % DAY === 0 ? 'days' : minutes % HOUR === 0 ? 'hours' : 'minutes';
  const count = minutes / { days: DAY, hours: HOUR, minutes: 1 }[unit];
  return t(`duration.${unit}`, { count, figure: format.count(count) });
}

/**
 * Formats the hours of a week; days with the same hours are grouped: "Mon–Fri, 09:00 to 17:00; Sat,
 * 10:00 to 14:00".
 */
export function hoursText(
  t: TFunction<'call-centres'>,
  format: Formatters,
  { hours }: Pick<CallPreset, 'hours'>,
): string {
  const daysOf = new Map<string, number[]>();
  for (const [place, span] of hours.entries()) {
    if (!span) continue;
    const times = `${span.opensAt} ${span.closesAt}`;
    daysOf.set(times, [...(daysOf.get(times) ?? []), place + 1]);
  }
  return [...daysOf]
    .map(([times, days]) => {
      const [from = '', until = ''] = times.split(' ').map(format.time);
      return t('hours', { days: daysText(format.settings.locale, days), from, until });
    })
    .reduce((first, next) => t('hoursNext', { first, next }));
}

/**
 * Lists weekdays. Three or more consecutive days become a range without a line break in it; other
 * days are listed one by one.
 */
function daysText(locale: string, days: readonly number[]): string {
  const runs: number[][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run?.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  return runs
    .flatMap((run) => {
      const names = run.map((day) => weekdayName(locale, day, 'short'));
      return names.length > 2 ? [`${names[0]}\u2060–\u2060${names.at(-1)}`] : names;
    })
    .join(', ');
}

/** Formats a moment in a centre's time zone: "Monday 09:00". */
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

/**
 * Names the state of a patient's calls. Without consent, calls wait for it only if none was ever
 * recorded: a patient who withdrew it, or whose borrower wants no calls, is not to be called.
 */
export function callStateText(
  t: TFunction<'call-centres'>,
  { calls, consent }: Pick<Patient, 'calls' | 'consent'>,
): string {
  if (calls !== 'no-consent') return t(`state.${calls}`);
  return t(consent === null ? 'consent.awaited' : 'consent.refused');
}

export const callStateTones: Readonly<Record<CallState, StatusTone>> = {
  ready: 'open',
  waits: 'soon',
  'no-consent': 'neutral',
  'given-up': 'done',
  called: 'good',
};
