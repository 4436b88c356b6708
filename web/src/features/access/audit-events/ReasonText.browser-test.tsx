import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../../ui/testing/draw.tsx';
import { ReasonText } from './ReasonText.tsx';

const reasons = [
  'Paid on 2026-06-10',
  'Payment reversed',
  'Reschedule undone',
  'By the terms of the product.',
  'Paid on Monday',
];

const shownIn = async (language: 'en' | 'ae') => {
  const list = (
    <ul>
      {reasons.map((reason) => (
        <li key={reason}>
          <ReasonText reason={reason} />
        </li>
      ))}
    </ul>
  );
  await draw(list, language, []);
  return page
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent);
};

it('a reason that the system wrote is shown in English', async () => {
  expect(await shownIn('en')).toEqual([
    'Paid on 10\u00a0Jun\u00a02026',
    'Payment reversed',
    'Reschedule undone',
    'By the terms of the product',
    'Paid on Monday',
  ]);
});

it('a reason that the system wrote is shown in Arabic, a user’s own words as they are', async () => {
  const [paid, ...others] = await shownIn('ae');
  expect(paid).toMatch(/^دُفع في 10.*يونيو/);
  expect(others).toEqual([
    'عُكست الدفعة',
    'جرى التراجع عن إعادة الجدولة',
    'وفق شروط المنتج',
    'Paid on Monday',
  ]);
});
