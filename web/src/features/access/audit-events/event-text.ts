import { auditEvents } from '@bursar/contracts/control/audit-events';
import type { TFunction } from 'i18next';

/** Translates an audit event; an event that this release does not know shows its own name. */
export function eventText(t: TFunction<'audit'>, event: string): string {
  const known = auditEvents.find((one) => one === event);
  return known ? t(`event.${known}`) : toSentence(event);
}

/** Turns `write-off-loan` or `written_off` into words. */
export function toSentence(name: string): string {
  return name.replaceAll(/[-_]/g, ' ');
}
