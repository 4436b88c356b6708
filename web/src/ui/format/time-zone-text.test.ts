import { expect, it } from 'vitest';
import { timeZoneText } from './time-zone-text.ts';

it.each([
  ['America/Los_Angeles', '2026-12-01', 'Los Angeles (UTC−8)'],
  ['America/Los_Angeles', '2026-06-01', 'Los Angeles (UTC−7)'],
  ['America/Argentina/Buenos_Aires', '2026-12-01', 'Buenos Aires (UTC−3)'],
  ['Asia/Kolkata', '2026-12-01', 'Kolkata (UTC+5:30)'],
  ['Africa/Abidjan', '2026-12-01', 'Abidjan (UTC+0)'],
  ['UTC', '2026-12-01', 'UTC'],
  ['Mars/Olympus_Mons', '2026-12-01', 'Olympus Mons'],
])('%s on %s is %s', (timeZone, day, text) => {
  expect(timeZoneText(timeZone, new Date(day))).toBe(text);
});
