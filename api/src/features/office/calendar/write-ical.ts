import type { CalendarEvent } from '@bursar/contracts/office/calendar';
import ical, { ICalCalendarMethod, ICalEventClass } from 'ical-generator';

/**
 * Writes events in the format of RFC 5545: instants in UTC, all-day events as dates with an
 * exclusive end.
 */
export function writeIcal(events: readonly CalendarEvent[], now: Date): string {
  const calendar = ical({
    prodId: { company: 'Bursar', product: 'Calendar', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  });
  for (const { id, version, title, place, details, isShared, when } of events) {
    const time =
      'startsAt' in when
        ? { start: new Date(when.startsAt), end: new Date(when.endsAt) }
        : { start: noonOf(when.firstDay, 0), end: noonOf(when.lastDay, 1), allDay: true };
    calendar.createEvent({
      ...time,
      id,
      stamp: now,
      // A higher sequence makes a repeated import replace a changed event.
      sequence: version,
      summary: title,
      ...(place && { location: place }),
      ...(details && { description: details }),
      class: isShared ? ICalEventClass.PUBLIC : ICalEventClass.PRIVATE,
    });
  }
  return calendar.toString();
}

/**
 * The library writes an all-day event by its UTC date; noon gives the same date in every server
 * time zone.
 */
function noonOf(day: string, daysLater: number): Date {
  const noon = new Date(`${day}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() + daysLater);
  return noon;
}
