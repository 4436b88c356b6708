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
