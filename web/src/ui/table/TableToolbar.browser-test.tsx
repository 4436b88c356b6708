import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Filter, FilterValues } from '../filters/filter-values.ts';
import { FilterBar } from '../filters/FilterBar.tsx';
import { drawLight } from '../testing/draw.tsx';
import type { Column } from './columns.ts';
import { DataTable } from './DataTable.tsx';
import { defaultTableState } from './table-state.ts';

type Row = { id: string };

const columns: readonly Column<Row>[] = [
  { id: 'reference', header: 'Loan', main: true, cell: ({ id }) => id },
];

const filters: readonly Filter[] = [
  { id: 'search', label: 'Borrower', kind: 'search' },
  ...['Status', 'Team', 'Agent'].map((label): Filter => ({
    id: label,
    label,
    kind: 'choices',
    options: ['First long name', 'Second long name'].map((name) => ({ value: name, label: name })),
  })),
];

function Loans({ width, filters: shown = filters }: { width: number; filters?: typeof filters }) {
  const [values, setValues] = useState<FilterValues>({});
  return (
    <div style={{ inlineSize: `${width}px` }}>
      <DataTable
        label="Loans"
        columns={columns}
        rows={[{ id: 'L-1' }]}
        rowId={({ id }) => id}
        rowName={({ id }) => id}
        card={({ id }) => id}
        state={defaultTableState}
        onStateChange={() => undefined}
        status="ready"
        empty="No loans"
        toolbar={<FilterBar filters={shown} values={values} onChange={setValues} />}
      />
    </div>
  );
}

const topOf = (name: string) =>
  page.getByRole('button', { name, exact: true }).element().getBoundingClientRect().top;
const topOfSearch = () => page.getByRole('searchbox').element().getBoundingClientRect().top;
const nearby = (top: number, other: number) => Math.abs(top - other) < 8;

it('filters, search and controls share one line while there is room', async () => {
  await drawLight(<Loans width={900} />);
  expect(nearby(topOf('Agent'), topOfSearch())).toBe(true);
  expect(nearby(topOf('Display'), topOfSearch())).toBe(true);
});

it('the search box becomes narrower before a filter leaves its line', async () => {
  await drawLight(<Loans width={330} filters={filters.slice(0, 2)} />);
  expect(nearby(topOf('Status'), topOfSearch())).toBe(true);
  expect(page.getByRole('searchbox').element().clientWidth).toBeLessThan(160);
});

it('filters that do not fit have a line of their own, all of them', async () => {
  await drawLight(<Loans width={480} />);
  expect(nearby(topOf('Display'), topOfSearch())).toBe(true);
  expect(topOf('Status')).toBeGreaterThan(topOfSearch() + 24);
  expect(topOf('Agent')).toBe(topOf('Status'));
});

it('a single filter is not cut, but has a line of its own', async () => {
  await drawLight(<Loans width={290} filters={filters.slice(0, 2)} />);
  expect(nearby(topOf('Display'), topOfSearch())).toBe(true);
  expect(topOf('Status')).toBeGreaterThan(topOfSearch() + 24);
});

it('a filter stays in its line while the user sets it', async () => {
  await drawLight(<Loans width={560} />);
  expect(nearby(topOf('Status'), topOfSearch())).toBe(true);
  await page.getByRole('button', { name: 'Status' }).click();
  const options = page.getByRole('dialog', { name: 'Status' });
  await options.getByRole('checkbox', { name: 'First' }).click();
  await options.getByRole('checkbox', { name: 'Second' }).click();
  const chip = page.getByRole('button', { name: /^Status First/ });
  expect(nearby(chip.element().getBoundingClientRect().top, topOfSearch())).toBe(true);
  await userEvent.keyboard('{Escape}');
});
