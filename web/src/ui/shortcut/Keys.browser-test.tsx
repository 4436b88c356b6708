import { expect, it } from 'vitest';
import { drawLight } from '../testing/draw.tsx';
import { Keys } from './Keys.tsx';

const cases = [
  { keys: ['Alt+Shift+←'], en: 'Alt + Shift + ←', ae: 'Alt + Shift + ←' },
  { keys: ['↑', '↓'], en: '↑ or ↓', ae: '↑ أو ↓' },
  { keys: ['Tab Enter'], en: 'Tab, then Enter', ae: 'Tab ثم Enter' },
];

it.each(cases)('$en', async ({ keys, en, ae }) => {
  const english = await drawLight(<Keys keys={keys} />);
  expect(english.container.textContent).toBe(en);
  const arabic = await drawLight(<Keys keys={keys} />, 'ae');
  expect(arabic.container.textContent).toBe(ae);
});

it('places alternatives in the reading direction', async () => {
  const keys = ['Home', 'End'];
  const startOf = async (language?: 'ae') => {
    const { container } = await drawLight(<Keys keys={keys} />, language);
    return [...container.querySelectorAll('kbd')].map((key) => key.getBoundingClientRect().left);
  };
  const [home = 0, end = 0] = await startOf();
  expect(home).toBeLessThan(end);
  const [arabicHome = 0, arabicEnd = 0] = await startOf('ae');
  expect(arabicHome).toBeGreaterThan(arabicEnd);
});
