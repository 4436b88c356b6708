import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../ui/testing/draw.tsx';
import { InstalmentPicture } from './InstalmentPicture.tsx';

const drawSchedule = async () => {
  const instalments = [1, 2, 3].map((number) => ({
    number,
    dueOn: `2026-0${number}-15`,
    principalMinor: 10_000,
    interestMinor: 1000,
    principalPaidMinor: number === 1 ? 10_000 : 0,
    interestPaidMinor: number === 1 ? 1000 : 0,
    isLate: number === 2,
  }));
  await draw(
    <InstalmentPicture
      title="Schedule"
      currency="USD"
      instalments={instalments}
      dueBeforeToday={2}
    />,
  );
  return page.getByRole('slider', { name: 'Schedule' });
};

it('a schedule is drawn with rows that the arrow keys move through', async () => {
  const schedule = await drawSchedule();
  await expect.element(schedule).toHaveTextContent('Today');
  schedule.element().focus();
  await userEvent.keyboard('{Home}');
  await expect
    .poll(() => schedule.element().getAttribute('aria-valuetext'))
    .toMatch(/15\sJan\s2026.*100\.00.*10\.00/);
});

it('only the overdue instalment is hatched; the one to come is outlined', async () => {
  const schedule = await drawSchedule();
  await expect.element(schedule).toHaveTextContent('Today');
  const picture = schedule.element();
  const third = picture.getBoundingClientRect().width / 3;
  const placesOf = (selector: string) =>
    [...picture.querySelectorAll(selector)].map((path) => {
      const { left, right } = path.getBoundingClientRect();
      return Math.floor(((left + right) / 2 - picture.getBoundingClientRect().left) / third);
    });
  expect(placesOf('path[fill^="url("]')).toEqual([1, 1]);
  expect(placesOf('path[fill-opacity]')).toEqual([2, 2]);
});
