import { auditEvents } from '@bursar/contracts/control/audit-events';
import type { TFunction } from 'i18next';

/** What happened, in words; an event of a newer Bursar says its own name. */
export function eventText(t: TFunction<'audit'>, event: string): string {
  const known = auditEvents.find((one) => one === event);
  return known ? t(`event.${known}`) : plainWords(event);
}

/** `write-off-loan` and `written_off` as words. */
export function plainWords(name: string): string {
  return name.replaceAll(/[-_]/g, ' ');
}
