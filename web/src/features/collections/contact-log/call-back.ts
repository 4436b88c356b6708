import type { QuietTimes } from '@bursar/contracts/records/closed-channels';
import { quietAt } from '@bursar/contracts/records/closed-channels';
import { instantIn } from '../../../lib/instant-in.ts';
import { isTime } from '../../../ui/form/parse-time.ts';

/**
 * When to call back. `open` leaves an agreed time unchanged and `none` cancels it; `hour` is in one
 * hour, `hours` in three hours, and `tomorrow` on the morning of the next working day.
 */
export const callBackChoices = ['open', 'none', 'hour', 'hours', 'tomorrow', 'other'] as const;
export type CallBackChoice = (typeof callBackChoices)[number];

/** The hour of a call on the next working day. */
export const MORNING = '09:00';

type CallBackDraft = {
  readonly tryAgain: CallBackChoice;
  /**
   * The time of a relative choice such as `hour`. It is calculated when the user makes the choice,
   * because a retry must send the same time.
   */
  readonly tryChosenAt?: string | undefined;
  readonly tryDay: string | null;
  readonly tryTime: string;
};

type CallBackDay = { readonly nextWorkingDay: string; readonly timeZone: string };

/** Returns the instant of a choice such as `hour`; undefined if the choice has none. */
export function chosenCallBack(choice: CallBackChoice, { nextWorkingDay, timeZone }: CallBackDay) {
  if (choice === 'tomorrow') return instantIn(timeZone, nextWorkingDay, MORNING);
  if (choice !== 'hour' && choice !== 'hours') return undefined;
  const minutes = Math.ceil(Date.now() / 60_000) + (choice === 'hour' ? 60 : 180);
  return new Date(minutes * 60_000).toISOString();
}

/**
 * Returns the time to send: undefined to leave an agreed time unchanged, null to cancel it, and
 * `unreadable` if a required time is missing.
 */
export function callBackOf(draft: CallBackDraft, day: CallBackDay) {
  const { tryAgain, tryDay, tryTime, tryChosenAt } = draft;
  if (tryAgain === 'open') return undefined;
  if (tryAgain === 'none') return null;
  if (tryAgain !== 'other') return tryChosenAt ?? chosenCallBack(tryAgain, day) ?? 'unreadable';
  return tryDay !== null && isTime(tryTime)
    ? instantIn(day.timeZone, tryDay, tryTime)
    : 'unreadable';
}

/**
 * Returns whether an instant is in the portfolio's quiet hours, which apply in the portfolio's time
 * zone.
 */
export function isQuietAt(instant: string, quiet: QuietTimes & { readonly timeZone: string }) {
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone: quiet.timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(Date.parse(instant));
  return quietAt(quiet, time).isQuiet;
}
