import { closureOf } from '@bursar/contracts/records/closed-channels';
import type { ContactChannel } from '@bursar/contracts/records/closed-channels';
import type { QuietHoursNow } from '@bursar/contracts/access/quiet-hours';
import { useTranslation } from 'react-i18next';

/** The facts that decide whether a borrower may be contacted now. */
export type Reaching = {
  readonly withdrawnChannels: readonly string[];
  readonly quietHours: QuietHoursNow;
};

/** Returns a function that says why a borrower's channel is closed now; null if it is open. */
export function useClosureSentence(formatTime: (time: string) => string) {
  const { t } = useTranslation('contact-log');
  return (channel: ContactChannel, { withdrawnChannels, quietHours }: Reaching): string | null => {
    const { isQuiet, until, timeZone } = quietHours;
    const closure = closureOf({ channel, withdrawnChannels, isQuiet });
    if (closure === null) return null;
    return closure === 'consent_withdrawn'
      ? t('closed.consent', { channel: t(`channel.${channel}`) })
      : t('closed.quiet', { until: formatTime(until), timeZone });
  };
}

/**
 * Returns a function that says why a channel is closed now, in one sentence; null if it is open.
 * `formatTime` formats a time of day for the reader.
 */
export function useClosedChannels(reaching: Reaching, formatTime: (time: string) => string) {
  const sentenceOf = useClosureSentence(formatTime);
  return (channel: ContactChannel): string | null => sentenceOf(channel, reaching);
}

/**
 * Returns the milliseconds until the quiet hours begin or end, when the query must be refetched;
 * false if they are unknown.
 */
export function untilQuietTurns(quietHours: QuietHoursNow | undefined): number | false {
  return quietHours ? quietHours.minutesLeft * 60_000 : false;
}
