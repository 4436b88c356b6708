import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button } from '../button/Button.tsx';
import { draw } from '../testing/draw.tsx';
import { CommandPalette } from './CommandPalette.tsx';

const open = vi.fn<(page: string) => void>();

function Search() {
  const [isOpen, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Search</Button>
      {isOpen && (
        <CommandPalette
          onClose={close}
          query={query}
          onQueryChange={setQuery}
          actions={['Loans', 'Teams', 'Income'].map((name) => ({
            id: name,
            label: name,
            group: 'Pages',
            run: () => open(name),
          }))}
          results={[]}
          searching={false}
        />
      )}
    </>
  );
}

it('the command palette runs the marked item, announces it, and returns the focus', async () => {
  await draw(<Search />);
  const button = page.getByRole('button', { name: 'Search' });
  await button.click();
  const box = page.getByRole('combobox');
  await expect.element(box).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  const marked = document.getElementById(box.element().getAttribute('aria-activedescendant') ?? '');
  expect(marked).toHaveTextContent('Teams');
  await userEvent.keyboard('inc{Enter}');
  expect(open.mock.calls).toEqual([['Income']]);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

it('the command palette is rendered once, in its own box', async () => {
  await draw(<Search />);
  await page.getByRole('button', { name: 'Search' }).click();
  const dialog = page.getByRole('dialog').element();
  const around = dialog.parentElement;
  expect(getComputedStyle(dialog).borderTopWidth).toBe('1px');
  expect(around && getComputedStyle(around).borderTopWidth).toBe('0px');
});
