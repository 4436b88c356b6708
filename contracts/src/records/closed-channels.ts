/** The channels to contact a borrower. */
export const contactChannels = ['call', 'sms', 'whatsapp', 'email', 'visit', 'letter'] as const;
export type ContactChannel = (typeof contactChannels)[number];

/** Channels that disturb people as soon as they are used; they are closed in quiet hours. */
const disturbing: readonly ContactChannel[] = ['call', 'sms', 'whatsapp', 'visit'];

/** Times of day, `HH:MM`, in the portfolio's time zone. Equal times mean no quiet hours. */
export type QuietTimes = { readonly from: string; readonly until: string };

type Reaching = {
  readonly channel: ContactChannel;
  readonly withdrawnChannels: readonly string[];
  readonly isQuiet: boolean;
};

export type Closure = 'consent_withdrawn' | 'quiet_hours';

/** Returns why a channel to a borrower is closed now; null if it is open. */
export function closureOf({ channel, withdrawnChannels, isQuiet }: Reaching): Closure | null {
  if (withdrawnChannels.includes(channel)) return 'consent_withdrawn';
  return isQuiet && disturbing.includes(channel) ? 'quiet_hours' : null;
}

/** Returns whether a time of day is in quiet hours, and the minutes until that changes. */
export function quietAt({ from, until }: QuietTimes, time: string) {
  const isQuiet = from <= until ? from <= time && time < until : time >= from || time < until;
  const next = minutesOf(isQuiet ? until : from);
  const ahead = (next - minutesOf(time) + DAY_MINUTES) % DAY_MINUTES;
  return { isQuiet, minutesLeft: ahead === 0 ? DAY_MINUTES : ahead };
}

const DAY_MINUTES = 24 * 60;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
