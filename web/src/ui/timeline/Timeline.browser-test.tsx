import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../testing/draw.tsx';
import { Timeline } from './Timeline.tsx';

const eventOn = (day: string) => ({
  id: day,
  at: `${day}T09:30:00Z`,
  title: 'Call: No answer',
  by: 'Amira Nasser',
});
const days = (month: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${month}-${String(28 - at).padStart(2, '0')}`);

const drawTimeline = async (shown: readonly string[]) => {
  await draw(<Timeline label="Contacts" events={shown.map(eventOn)} />);
  await expect.element(page.getByRole('list', { name: 'Contacts' })).toBeVisible();
};
const texts = () =>
  page
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent.replaceAll(/\s/g, ' '));

it('a long list shows each month once, and times without their year', async () => {
  await drawTimeline([...days('2026-03', 5), ...days('2026-02', 4)]);
  const shown = texts();
  expect(shown).toHaveLength(9);
  expect(shown[0]).toBe('March 2026Call: No answerAmira Nasser · 28 Mar, 09:30');
  expect(shown[1]).toBe('Call: No answerAmira Nasser · 27 Mar, 09:30');
  expect(shown[5]).toBe('February 2026Call: No answerAmira Nasser · 28 Feb, 09:30');
});

it('a short list has no months, and its times have their year', async () => {
  await drawTimeline([...days('2026-03', 1), ...days('2026-02', 1)]);
  expect(texts()).toEqual([
    'Call: No answerAmira Nasser · 28 Mar 2026, 09:30',
    'Call: No answerAmira Nasser · 28 Feb 2026, 09:30',
  ]);
});
