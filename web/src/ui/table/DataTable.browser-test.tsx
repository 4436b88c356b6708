import { useEffect, useState } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawLight } from '../testing/draw.tsx';
import type { Column } from './columns.ts';
import { DataTable } from './DataTable.tsx';
import { nothingSelected, selectedCount } from './row-selection.ts';
import { defaultTableState } from './table-state.ts';

type Row = { id: string; borrower: string; amount: number };

const rows: readonly Row[] = Array.from({ length: 200 }, (_, at) => ({
  id: `L-${at + 1}`,
  borrower: `Borrower ${at + 1}`,
  amount: 1000 + at,
}));

const columns: readonly Column<Row>[] = [
  { id: 'reference', header: 'Loan', main: true, cell: ({ id }) => id },
  { id: 'borrower', header: 'Borrower', sort: 'asc', cell: ({ borrower }) => borrower },
  { id: 'amount', header: 'Amount', sort: 'desc', align: 'end', cell: ({ amount }) => amount },
];

type LoansProps = {
  columns?: readonly Column<Row>[];
  pinned?: readonly string[];
  count?: number;
  /** The position of the first row, from 0. */
  first?: number;
};

function Loans({ columns: shown = columns, pinned = [], count = 200, first = 0 }: LoansProps) {
  const [state, setState] = useState({ ...defaultTableState, pinned });
  const [selection, setSelection] = useState(nothingSelected);
  const { sort } = state;
  return (
    <>
      <output aria-label="Order">{sort ? `${sort.column} ${sort.direction}` : 'none'}</output>
      <output aria-label="Selected">{selectedCount(selection, rows.length)}</output>
      <DataTable
        label="Loans"
        columns={shown}
        rows={rows.slice(first, first + count)}
        rowId={({ id }) => id}
        rowName={({ id }) => id}
        card={({ id }) => id}
        state={state}
        onStateChange={setState}
        status="ready"
        empty="No loans"
        matchCount={count}
        selection={selection}
        onSelectionChange={setSelection}
        bulk={{ actions: null }}
      />
    </>
  );
}

/** A list that changes on the window event `grow`, as if a colleague had changed its rows. */
function GrowingLoans({ before, after }: { before: LoansProps; after: LoansProps }) {
  const [shown, show] = useState(before);
  useEffect(() => {
    const grow = () => show(after);
    addEventListener('grow', grow);
    return () => removeEventListener('grow', grow);
  }, [after]);
  return <Loans {...shown} />;
}

it('a table renders only visible rows, and others as the user scrolls to them', async () => {
  await drawLight(<Loans />);
  await expect.element(page.getByRole('row', { name: /Borrower 1 / })).toBeVisible();
  expect(page.getByRole('row').elements().length).toBeLessThan(80);
  await expect.element(page.getByRole('row', { name: /Borrower 200/ })).not.toBeInTheDocument();
  document.querySelector('tbody tr')?.closest('[role=grid]')?.parentElement?.scrollTo(0, 1e6);
  await expect.element(page.getByRole('row', { name: /Borrower 200/ })).toBeVisible();
});

it('a short list is as high as its rows, and its head stays while the page scrolls', async () => {
  await drawLight(<Loans count={25} />);
  await expect.element(page.getByRole('row', { name: /Borrower 25/ })).toBeInTheDocument();
  expect(page.getByRole('row').elements()).toHaveLength(26);
  const scroller = document.querySelector('[role=grid]')?.parentElement;
  await expect.poll(() => scroller?.scrollHeight).toBe(scroller?.clientHeight);
  page.getByRole('row').nth(1).element().focus();
  await userEvent.keyboard('{End}');
  const last = page.getByRole('row', { name: /Borrower 25/ });
  await expect.element(last).toHaveFocus();
  await expect.element(last).toBeInViewport();
  await expect.element(page.getByRole('columnheader', { name: 'Amount' })).toBeInViewport();
});

it('a list that shows all its rows has no line with their number below it', async () => {
  await drawLight(<Loans count={5} />);
  await expect.element(page.getByRole('row', { name: /Borrower 5/ })).toBeVisible();
  const { bottom } = page.getByRole('grid').element().getBoundingClientRect();
  expect(document.querySelector('section')?.getBoundingClientRect().bottom).toBeLessThan(
    bottom + 4,
  );
});

it("a table sorts by a column's head, in the usual order first", async () => {
  await drawLight(<Loans />);
  const head = page.getByRole('columnheader', { name: 'Amount' });
  await head.getByRole('button').first().click();
  await expect
    .element(page.getByLabelText('Order', { exact: true }))
    .toHaveTextContent('amount desc');
  await head.getByRole('button').first().click();
  await expect
    .element(page.getByLabelText('Order', { exact: true }))
    .toHaveTextContent('amount asc');
});

it('a table selects with Space after arrow keys, and a range with Shift', async () => {
  await drawLight(<Loans />);
  const selected = page.getByLabelText('Selected', { exact: true });
  const row = page.getByRole('row').nth(1);
  row.element().focus();
  await userEvent.keyboard('{ArrowDown} ');
  await expect.element(selected).toHaveTextContent('1');
  await expect.element(page.getByRole('checkbox', { name: /L-2$/ })).toBeChecked();
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  await expect.element(selected).toHaveTextContent('3');
});

it('keys act on the row that has the focus after rows were added above it', async () => {
  await drawLight(<GrowingLoans before={{ first: 3, count: 10 }} after={{ count: 13 }} />);
  page
    .getByRole('row', { name: /Borrower 8 / })
    .element()
    .focus();
  dispatchEvent(new Event('grow'));
  await expect.element(page.getByRole('row', { name: /Borrower 1 / })).toBeInTheDocument();
  const row = page.getByRole('row', { name: /Borrower 8 / });
  await expect.element(row).toHaveFocus();
  await userEvent.keyboard(' ');
  await expect.element(row).toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByLabelText('Selected', { exact: true })).toHaveTextContent('1');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('row', { name: /Borrower 9 / })).toHaveFocus();
});

it('a short list that grows leaves its reader where they are', async () => {
  await drawLight(<GrowingLoans before={{ count: 25 }} after={{ count: 26 }} />);
  const last = page.getByRole('row', { name: /Borrower 25/ });
  last.element().focus();
  dispatchEvent(new Event('grow'));
  await expect.element(page.getByRole('row', { name: /Borrower 26/ })).toBeInTheDocument();
  await expect.element(last).toHaveFocus();
  await expect.element(last).toBeInViewport();
});

it('a table gives each row its own height, and finds the last one by End', async () => {
  const uneven = columns.map((column) =>
    column.id === 'borrower'
      ? { ...column, cell: (row: Row) => <Lines of={row.borrower} times={1 + (row.amount % 3)} /> }
      : column,
  );
  await drawLight(<Loans columns={uneven} />);
  const first = page.getByRole('row').nth(1);
  await expect.element(first).toBeVisible();
  await expect.poll(() => heightOf('L-2')).toBeGreaterThan(heightOf('L-3') + 20);
  first.element().focus();
  await userEvent.keyboard('{End}');
  const last = page.getByRole('row', { name: /L-200/ });
  await expect.element(last).toHaveFocus();
  await expect.element(last).toBeInViewport();
  await expect.poll(() => bottomOf('L-200')).toBeLessThanOrEqual(bottomOfScroller() + 1);
});

it.for(['en', 'ae'] as const)('a table widens a column by its edge, %s', async (language) => {
  await drawLight(<Loans />, language);
  const head = page.getByRole('columnheader', { name: 'Borrower' }).element();
  const { left, right, width } = head.getBoundingClientRect();
  if (language === 'en') dragEdge(head, right, 60);
  else dragEdge(head, left, -60);
  await expect.poll(() => head.getBoundingClientRect().width).toBeCloseTo(width + 60, 0);
});

it('a table selects all rows between two ticks if Shift is held for the second', async () => {
  await drawLight(<Loans />);
  await page.getByRole('checkbox', { name: /L-2$/ }).click();
  await page.getByRole('checkbox', { name: /L-6$/ }).click({ modifiers: ['Shift'] });
  await expect.element(page.getByLabelText('Selected', { exact: true })).toHaveTextContent('5');
});

it('a table draws the outline of the focused row above pinned columns', async () => {
  await drawLight(<Loans pinned={['reference']} />);
  await expect.element(page.getByRole('row', { name: /Borrower 1 / })).toBeVisible();
  rowOf('L-1')?.focus();
  await userEvent.keyboard('{ArrowDown}');
  const row = rowOf('L-2');
  await expect.poll(() => document.activeElement === row).toBe(true);
  const pinned = [...(row?.cells ?? [])].filter((cell) => styleOf(cell).position === 'sticky');
  expect(pinned.length).toBeGreaterThan(0);
  const line = styleOf(row, '::after');
  expect(line.outlineStyle).toBe('solid');
  // In the same layer, the later element is on top.
  for (const cell of pinned) {
    expect(Number(line.zIndex)).toBeGreaterThanOrEqual(Number(styleOf(cell).zIndex));
  }
});

function styleOf(element: Element | null, part?: '::after'): CSSStyleDeclaration {
  if (!element) throw new Error('There is no such element.');
  return getComputedStyle(element, part);
}

function Lines({ of: text, times }: { of: string; times: number }) {
  return Array.from({ length: times }, (_, at) => <div key={at}>{text}</div>);
}

function rowOf(name: string): HTMLTableRowElement | null {
  const box = document.querySelector(`tbody [aria-label$="${name}"]`);
  return box?.closest('tr') ?? null;
}

const heightOf = (name: string) => rowOf(name)?.getBoundingClientRect().height ?? 0;
const bottomOf = (name: string) => rowOf(name)?.getBoundingClientRect().bottom ?? 0;
const bottomOfScroller = () =>
  document.querySelector('[role=grid]')?.parentElement?.getBoundingClientRect().bottom ?? 0;

/** Drags an edge like a user: presses it, moves, and releases anywhere. */
function dragEdge(head: Element, from: number, by: number): void {
  const at = (clientX: number) => ({ bubbles: true, clientX, clientY: 10 });
  head.lastElementChild?.dispatchEvent(new MouseEvent('mousedown', at(from)));
  document.dispatchEvent(new MouseEvent('mousemove', at(from + by)));
  document.dispatchEvent(new MouseEvent('mouseup', at(from + by)));
}

/** A list whose second page fails each time. */
function FailingLoans({ onMore }: { readonly onMore: () => void }) {
  const [load, setLoad] = useState<'ready' | 'loading' | 'failed'>('ready');
  const ask = () => {
    onMore();
    setLoad('loading');
    setTimeout(() => setLoad('failed'), 10);
  };
  return (
    <DataTable
      label="Loans"
      columns={columns}
      rows={rows.slice(0, 10)}
      rowId={({ id }) => id}
      rowName={({ id }) => id}
      card={({ id }) => id}
      state={defaultTableState}
      onStateChange={() => undefined}
      status={load === 'failed' ? 'failed' : 'ready'}
      empty="No loans"
      error={<p role="alert">The rows could not be loaded.</p>}
      paging={{ kind: 'endless', hasMore: true, loadingMore: load === 'loading', onMore: ask }}
    />
  );
}

it.each([
  ['table', 1280],
  ['cards', 390],
])('the %s requests a page that failed only when asked to', async (_look, width) => {
  await page.viewport(width, 800);
  onTestFinished(() => page.viewport(1280, 800));
  const onMore = vi.fn<() => void>();
  await drawLight(<FailingLoans onMore={onMore} />);
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(onMore).toHaveBeenCalledTimes(1);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => onMore.mock.calls.length).toBe(2);
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(onMore).toHaveBeenCalledTimes(2);
});
