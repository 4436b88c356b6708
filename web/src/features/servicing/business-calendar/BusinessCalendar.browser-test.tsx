import type {
  ChangeWeeklyDaysOff,
  ListBusinessCalendars,
  RemoveHoliday,
  SetHoliday,
} from '@bursar/contracts/servicing/business-calendar';
import type { Permission } from '@bursar/contracts/access/permissions';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  answerApi,
  answers,
  refuses,
  type StubbedAnswer,
} from '../../../lib/testing/answer-api.ts';
import { signInAs } from '../../../lib/testing/sign-in-as.ts';
import { Toasts } from '../../../ui/overlay/Toasts.tsx';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { BusinessCalendar } from './BusinessCalendar.tsx';

const portfolio = {
  id: '0198-portfolio',
  name: 'Portfolio one',
  businessDate: '2026-03-01',
  weekdays: [6, 7],
  holidays: [{ day: '2026-12-25', name: 'Christmas Day' }],
};

async function drawAs(permissions: readonly Permission[], ...stubbed: readonly StubbedAnswer[]) {
  const session = signInAs({ role: 'user', permissions });
  const read = answers<ListBusinessCalendars>('GET /api/days-off', { portfolios: [portfolio] });
  const sent = answerApi(session, read, ...stubbed);
  const element = (
    <>
      <BusinessCalendar />
      <Toasts />
    </>
  );
  await drawFeature(element, { texts: ['business-calendar'] });
  await expect.element(page.getByText('Christmas Day')).toBeVisible();
  return sent;
}

const day = (name: string) => page.getByRole('checkbox', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });

it('a user without the permission reads days off and cannot change them', async () => {
  await drawAs([]);
  await expect.element(page.getByText('Saturday and Sunday')).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
  expect(page.getByRole('checkbox').elements()).toEqual([]);
});

it('weekly days off are saved as chosen', async () => {
  const sent = await drawAs(
    ['change-days-off'],
    answers<ChangeWeeklyDaysOff>('PUT /api/days-off/:portfolioId/weekdays', { weekdays: [5, 6] }),
  );
  await day('Sunday').click();
  await day('Friday').click();
  await button('Save days off').click();
  await expect
    .poll(() => sent)
    .toEqual([
      {
        method: 'PUT',
        path: '/api/days-off/0198-portfolio/weekdays',
        body: { weekdays: [6, 5] },
      },
    ]);
});

it('five weekly days off are not sent', async () => {
  const sent = await drawAs(['change-days-off']);
  for (const name of ['Monday', 'Tuesday', 'Wednesday']) await day(name).click();
  await button('Save days off').click({ force: true });
  await expect.element(page.getByText('Choose at most four days of the week.')).toBeVisible();
  expect(sent).toEqual([]);
});

it('a holiday needs a day and a name', async () => {
  const sent = await drawAs(
    ['change-days-off'],
    answers<SetHoliday>('PUT /api/days-off/:portfolioId/holidays/:day', {
      day: '2026-04-06',
      name: 'Easter Monday',
    }),
  );
  await button('Add holiday').click();
  await expect.element(page.getByText('Enter a day.').first()).toBeVisible();
  await expect.element(page.getByText('Enter a name.').first()).toBeVisible();
  expect(sent).toEqual([]);
  await page.getByRole('textbox', { name: 'Day' }).fill('6 Apr 2026');
  await page.getByRole('textbox', { name: 'Name' }).fill('Easter Monday');
  await button('Add holiday').click();
  await expect
    .poll(() => sent)
    .toEqual([
      {
        method: 'PUT',
        path: '/api/days-off/0198-portfolio/holidays/2026-04-06',
        body: { name: 'Easter Monday' },
      },
    ]);
});

it('a holiday is removed by its day', async () => {
  const sent = await drawAs(
    ['change-days-off'],
    answers<RemoveHoliday>('POST /api/days-off/:portfolioId/holidays/:day/remove', {
      day: '2026-12-25',
    }),
  );
  await button('Remove Christmas Day').click();
  await expect
    .poll(() => sent.map(({ method, path }) => `${method} ${path}`))
    .toEqual(['POST /api/days-off/0198-portfolio/holidays/2026-12-25/remove']);
});

const removing = 'POST /api/days-off/:portfolioId/holidays/:day/remove';
const setting = 'PUT /api/days-off/:portfolioId/holidays/:day';

it('the undo of a holiday restores the one that the day had before', async () => {
  const sent = await drawAs(
    ['change-days-off'],
    answers<SetHoliday>(setting, { day: '2026-12-25', name: 'Xmas' }),
    answers<RemoveHoliday>(removing, { day: '2026-12-25' }),
  );
  await page.getByRole('textbox', { name: 'Day' }).fill('25 Dec 2026');
  await page.getByRole('textbox', { name: 'Name' }).fill('Xmas');
  await button('Add holiday').click();
  await button('Undo').click();
  const path = '/api/days-off/0198-portfolio/holidays/2026-12-25';
  await expect
    .poll(() => sent)
    .toEqual([
      { method: 'PUT', path, body: { name: 'Xmas' } },
      { method: 'PUT', path, body: { name: 'Christmas Day' } },
    ]);
});

it('a refused undo is reported', async () => {
  await drawAs(
    ['change-days-off'],
    answers<RemoveHoliday>(removing, { day: '2026-12-25' }),
    refuses<SetHoliday>(setting, 'too_many_holidays'),
  );
  await button('Remove Christmas Day').click();
  await button('Undo').click();
  await expect
    .element(page.getByRole('region', { name: 'On-screen messages' }).getByRole('alert'))
    .toBeVisible();
});
