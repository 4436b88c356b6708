import { expect, it, vi } from 'vitest';
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

const pasted =
  '<h1>One</h1><h2>Two</h2><h4>Four</h4><blockquote><p>Said</p></blockquote>' +
  '<ul><li><p>Item</p></li></ul><pre><code>Block</code></pre><hr>' +
  '<p><code>Code</code> <s>struck</s> <strong>bold</strong></p>';

it.each([
  ['brief', 'ul li p s strong'],
  ['all', 'blockquote h2 li p s strong ul'],
] as const)('keeps of a pasted text only formats with a tool, %s', async (tools, formats) => {
  const onChange = vi.fn<(html: string) => void>();
  await draw(<RichTextField id="text" label="Text" value="" onChange={onChange} tools={tools} />);
  const text = page.getByRole('textbox', { name: 'Text' });
  await expect.element(text).toBeVisible();
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/html', pasted);
  text.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  await expect.poll(() => onChange.mock.lastCall?.[0]).toContain('bold');
  const html = onChange.mock.lastCall?.[0] ?? '';
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const used = new Set([...body.querySelectorAll('*')].map(({ localName }) => localName));
  expect([...used].toSorted()).toEqual(formats.split(' ').toSorted());
  expect(body.textContent).toBe('OneTwoFourSaidItemBlockCode struck bold');
});
