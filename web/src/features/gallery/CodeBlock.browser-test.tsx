import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { toastStore } from '../../ui/overlay/notify.ts';
import { draw } from '../../ui/testing/draw.tsx';
import { CodeBlock } from './CodeBlock.tsx';

const code = "function First() {\n  return <p>{t('word')}</p>;\n}";

it('a code block copies the code unchanged and confirms it', async () => {
  await drawBlock();
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await page.getByRole('button', { name: 'Copy code' }).click();
  expect(copied).toHaveBeenCalledExactlyOnceWith(code);
  await vi.waitFor(() => expect(lastToast()).toBe('Code copied'));
});

it('a code block shows what to do if the browser does not allow copying', async () => {
  await drawBlock();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  await page.getByRole('button', { name: 'Copy code' }).click();
  await vi.waitFor(() => expect(lastToast()).toContain('Select the text and copy it'));
});

it('a code block shows every line as written, from left to right in Arabic too', async () => {
  await drawBlock('ae');
  const block = page.getByRole('region', { name: 'Code' });
  expect(block.element().textContent.trimEnd()).toBe(code);
  expect(getComputedStyle(block.element()).direction).toBe('ltr');
});

async function drawBlock(language: 'en' | 'ae' = 'en') {
  vi.restoreAllMocks();
  await draw(<CodeBlock label="Code" code={code} />, language, ['gallery']);
}

function lastToast(): string | undefined {
  return toastStore.read().at(-1)?.message;
}
