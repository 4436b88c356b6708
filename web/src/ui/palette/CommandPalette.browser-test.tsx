import { useEffect, useState } from 'react';
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

/** A palette whose results for the former text stay until the test calls `answer`. */
function SlowSearch() {
  const [query, setQuery] = useState('');
  const [answered, setAnswered] = useState('');
  return (
    <>
      <CommandPalette
        onClose={() => undefined}
        query={query}
        onQueryChange={setQuery}
        actions={[{ id: 'teams', label: 'Teams', group: 'Pages', run: () => open('Teams') }]}
        results={(answered === '' ? [] : ['first', 'second']).map((rank) => ({
          id: `${answered} ${rank}`,
          label: `${answered} ${rank}`,
          group: 'Loans',
          run: () => open(`${answered} ${rank}`),
        }))}
        searching={answered !== query}
        outdated={answered !== query}
      />
      <output aria-label="Typed">{query}</output>
      <Answer onAnswer={() => setAnswered(query)} />
    </>
  );
}

let answer: () => void = () => undefined;

/** Lets the test answer, because a dialog covers the page. */
function Answer({ onAnswer }: { readonly onAnswer: () => void }) {
  useEffect(() => {
    answer = onAnswer;
  });
  return null;
}

it('Enter opens no result of the former text, but waits for the answer to the text of now', async () => {
  await draw(<SlowSearch />);
  open.mockClear();
  await page.getByRole('combobox').fill('byron');
  answer();
  await expect.element(page.getByRole('option', { name: 'byron first' })).toBeVisible();
  await page.getByRole('combobox').fill('ada');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('option', { name: 'byron first' })).toBeVisible();
  expect(open).not.toHaveBeenCalled();
  answer();
  await expect.poll(() => open.mock.calls).toEqual([['ada first']]);
});

it('Enter waits for the first answer, and typing on cancels it', async () => {
  await draw(<SlowSearch />);
  open.mockClear();
  await page.getByRole('combobox').fill('by');
  await userEvent.keyboard('{Enter}');
  await page.getByRole('combobox').fill('byron');
  answer();
  await expect.element(page.getByRole('option', { name: 'byron first' })).toBeVisible();
  expect(open).not.toHaveBeenCalled();
});

it('Enter opens a page at once while the server searches', async () => {
  await draw(<SlowSearch />);
  open.mockClear();
  await page.getByRole('combobox').fill('teams');
  await userEvent.keyboard('{Enter}');
  expect(open.mock.calls).toEqual([['Teams']]);
});
