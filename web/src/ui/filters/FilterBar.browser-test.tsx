import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawLight } from '../testing/draw.tsx';
import type { Filter, FilterValues } from './filter-values.ts';
import { FilterBar } from './FilterBar.tsx';
import { SearchBox } from './SearchBox.tsx';

const filters: readonly Filter[] = [
  {
    id: 'status',
    label: 'Status',
    kind: 'choices',
    options: ['Active', 'Late', 'Closed'].map((name) => ({ value: name, label: name })),
  },
  { id: 'owed', label: 'Outstanding', kind: 'amounts', currency: 'USD', isSeldom: true },
];

function Filters() {
  const [values, setValues] = useState<FilterValues>({});
  return (
    <>
      <FilterBar filters={filters} values={values} onChange={setValues} />
      <output aria-label="Value">{JSON.stringify(values)}</output>
    </>
  );
}

const value = () => page.getByLabelText('Value');

it('a filter applies each tick, shows its value, and can be cleared', async () => {
  await drawLight(<Filters />);
  await page.getByRole('button', { name: 'Status' }).click();
  const options = page.getByRole('dialog', { name: 'Status' });
  await options.getByRole('checkbox', { name: 'Late' }).click();
  await options.getByRole('checkbox', { name: 'Active' }).click();
  await expect.element(value()).toHaveTextContent('{"status":["Active","Late"]}');
  await userEvent.keyboard('{Escape}');
  await expect.element(options).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /^Status Active/ })).toHaveFocus();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect.element(value()).toHaveTextContent('{}');
});

it.each([
  ['its own button', () => page.getByRole('button', { name: 'Status' }).element().focus()],
  ['nowhere', () => document.activeElement instanceof HTMLElement && document.activeElement.blur()],
])('a filter closes on Escape while the focus is on %s', async (_where, move) => {
  await drawLight(<Filters />);
  await page.getByRole('button', { name: 'Status' }).click();
  const options = page.getByRole('dialog', { name: 'Status' });
  await expect.element(options.getByRole('checkbox', { name: 'Late' })).toBeVisible();
  await expect.poll(() => options.element().contains(document.activeElement)).toBe(true);
  move();
  await userEvent.keyboard('{Escape}');
  await expect.element(options).not.toBeInTheDocument();
});

it('a rarely used filter opens from its menu by keyboard, ready for typing', async () => {
  await drawLight(<Filters />);
  page.getByRole('button', { name: 'Filter', exact: true }).element().focus();
  // The menu receives the keys that were typed before it opened.
  await userEvent.keyboard('{Enter}{Enter}');
  const amount = page.getByRole('dialog').getByLabelText('At least');
  await expect.element(amount).toBeVisible();
  await amount.fill('100');
  await userEvent.keyboard('{Enter}');
  await expect.element(value()).toHaveTextContent('{"owed":{"fromMinor":10000}}');
});

it('Enter in a search box searches, and does not submit the form around it', async () => {
  const onSubmit = vi.fn<() => void>();
  const onChange = vi.fn<(text: string | undefined) => void>();
  await drawLight(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <SearchBox
        filter={{ id: 'target', kind: 'search', label: 'Search targets' }}
        value={undefined}
        onChange={onChange}
      />
      <button type="submit">Assign</button>
    </form>,
  );
  await page.getByRole('searchbox', { name: 'Search targets' }).fill('Amal');
  await userEvent.keyboard('{Enter}');
  expect(onChange).toHaveBeenCalledWith('Amal');
  expect(onSubmit).not.toHaveBeenCalled();
});
