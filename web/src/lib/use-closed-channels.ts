import { closureOf } from '@bursar/contracts/records/closed-channels';
import type { ContactChannel } from '@bursar/contracts/records/closed-channels';
import type { QuietNow } from '@bursar/contracts/access/quiet-hours';
import { useTranslation } from 'react-i18next';

/** What is known of how a borrower may be reached now. */
export type Reaching = {
  readonly withdrawnChannels: readonly string[];
  readonly quietHours: QuietNow;
};

/** Says of a channel why it is closed for somebody now, in one sentence; null where it is open. */
export function useClosureSentence(formatTime: (time: string) => string) {
  const { t } = useTranslation('contacts');
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
 * Answers of each channel why it is closed now, in one sentence; null where it is open. `formatTime`
 * writes a time of day as the reader does.
 */
export function useClosedChannels(reaching: Reaching, formatTime: (time: string) => string) {
  const sentenceOf = useClosureSentence(formatTime);
  return (channel: ContactChannel): string | null => sentenceOf(channel, reaching);
}

/** How long an answer's quiet hours hold: asked again then, they are the other way round. */
export function untilQuietTurns(quietHours: QuietNow | undefined): number | false {
  return quietHours ? quietHours.minutesLeft * 60_000 : false;
}
