import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../testing/draw.tsx';
import { RichTextField } from './RichTextField.tsx';

it('mirrors the icons of lists and quotes on a right-to-left page, but no letters', async () => {
  await draw(<RichTextField id="text" label="Text" value="" onChange={() => undefined} />, 'ae', [
    'editor',
  ]);
  const transformOf = (name: string) => {
    const icon = page.getByRole('button', { name, exact: true }).element().querySelector('svg');
    return icon && getComputedStyle(icon).transform;
  };
  await expect.element(page.getByRole('button', { name: 'اقتباس' })).toBeVisible();
  expect(transformOf('اقتباس')).toBe('matrix(-1, 0, 0, 1, 0, 0)');
  expect(transformOf('قائمة نقطية')).toBe('matrix(-1, 0, 0, 1, 0, 0)');
  expect(transformOf('غامق')).toBe('none');
});
