import type { CalendarEvent } from '@bursar/contracts/office/calendar';
import ical, { ICalCalendarMethod, ICalEventClass } from 'ical-generator';

/** Events as RFC 5545 has them: instants in UTC, whole days as days, the last one left out. */
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
      // Whoever imports the file again has a changed event replaced.
      sequence: version,
      summary: title,
      ...(place && { location: place }),
      ...(details && { description: details }),
      class: isShared ? ICalEventClass.PUBLIC : ICalEventClass.PRIVATE,
    });
  }
  return calendar.toString();
}

/** A whole day is written by its date in UTC; noon is the same date wherever the server stands. */
function noonOf(day: string, daysLater: number): Date {
  const noon = new Date(`${day}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() + daysLater);
  return noon;
}
