import type { ComponentProps } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { Avatar } from '../avatar/Avatar.tsx';
import { Button } from '../button/Button.tsx';
import { Box } from '../layout/Box.tsx';
import { Text } from '../layout/Text.tsx';
import { drawLight } from '../testing/draw.tsx';
import { DataTable } from './DataTable.tsx';
import { FigureTable } from './FigureTable.tsx';
import { defaultTableState } from './table-state.ts';

type Row = { id: string; name: string; amount: string };

const longName = 'A borrower whose name is far longer than any column of names is wide '.repeat(3);
const rows: readonly Row[] = [
  { id: 'L-1', name: 'Ada Byron', amount: '1.00' },
  { id: 'L-2', name: longName, amount: '12,345.00' },
];

const columns = [
  { id: 'id', header: 'Loan', main: true, cell: ({ id }: Row) => id },
  { id: 'name', header: 'Borrower', cell: ({ name }: Row) => name },
  { id: 'amount', header: 'Amount', align: 'end', sort: 'desc', cell: ({ amount }: Row) => amount },
  {
    id: 'open',
    header: 'Open',
    align: 'end',
    cell: ({ amount }: Row) => (
      <Button kind="quiet" size="compact">
        {amount}
      </Button>
    ),
  },
] as const;

const list = (given: Partial<ComponentProps<typeof DataTable<Row>>> = {}) => (
  <DataTable
    label="Loans"
    columns={columns}
    rows={rows}
    rowId={({ id }) => id}
    rowName={({ id }) => id}
    card={({ id }) => id}
    state={{ ...defaultTableState, sort: { column: 'amount', direction: 'desc' } }}
    onStateChange={() => undefined}
    status="ready"
    empty={null}
    {...given}
  />
);

const tables = {
  'a list': list(),
  'a table of figures': (
    <FigureTable label="Loans" columns={columns} rows={rows} rowId={({ id }) => id} />
  ),
};

for (const language of ['en', 'ae'] as const) {
  for (const [name, table] of Object.entries(tables)) {
    it(`the figures of ${name} end where their head ends, ${language}`, async () => {
      await page.viewport(1200, 700);
      await drawLight(table, language);
      await expect.element(page.getByText('Ada Byron')).toBeVisible();
      const cells = [...document.querySelectorAll('tbody tr')].flatMap((row) => [...row.children]);
      const heads = [...document.querySelectorAll('thead th')];
      const figures = cells.flatMap((cell, at) => {
        const head = heads[at % heads.length];
        return head?.matches('[data-align=end]') ? [textEnd(cell) - textEnd(head)] : [];
      });
      expect(figures).toHaveLength(4);
      for (const off of figures) expect(Math.abs(off)).toBeLessThanOrEqual(1);
    });
  }
}

it('a total with more digits than its column is wide is smaller, and ends where its head ends', async () => {
  await page.viewport(1200, 700);
  const total = '1,234,567,890'.repeat(4);
  await drawLight(list({ sums: { amount: total } }));
  await expect.element(page.getByText(total)).toBeVisible();
  const cell = page.getByText(total).element();
  expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth);
  const head = page.getByRole('columnheader', { name: 'Amount' }).element();
  expect(Math.abs(textEnd(cell) - textEnd(head))).toBeLessThanOrEqual(1);
});

for (const [name, table] of Object.entries(tables)) {
  it(`${name} cuts a long name and shows it whole in a tooltip`, async () => {
    await page.viewport(1200, 700);
    await drawLight(table);
    const cell = page.getByText(longName.trim()).element().closest('td');
    await page.getByText(longName.trim()).hover();
    expect(cell?.title).toBe(longName.trim());
    expect(cell?.clientWidth).toBeLessThan(cell?.scrollWidth ?? 0);
    await page.getByText('Ada Byron').hover();
    expect(page.getByText('Ada Byron').element().closest('td')?.title).toBe('');
  });
}

const pictured = ({ name }: Row) => (
  <Box flow="row" as="span" inline gap={2} wrap={false} shrinks>
    <Avatar name={name} size="small" />
    <Text as="bdi" clip>
      {name}
    </Text>
  </Box>
);

for (const href of [undefined, '/loan'] as const) {
  it(`a name next to a picture is cut with an ellipsis, ${href ?? 'without a link'}`, async () => {
    await page.viewport(1200, 700);
    const named = [{ id: 'name', header: 'Borrower', main: true, cell: pictured }];
    await drawLight(
      list({ columns: [...named, ...columns.slice(2)], ...(href && { rowHref: () => href }) }),
    );
    const name = page.getByText(longName.trim());
    await expect.element(name).toBeVisible();
    const [text, cell] = [name.element(), name.element().closest('td')];
    expect(text.getBoundingClientRect().right).toBeLessThan(
      cell?.getBoundingClientRect().right ?? 0,
    );
    expect(text.clientWidth).toBeLessThan(text.scrollWidth);
    await name.hover();
    expect(cell?.title || text.getAttribute('title')).toBe(longName.trim());
  });
}

it('a long name in the other direction keeps its start', async () => {
  await page.viewport(1200, 700);
  const arabic = 'عبد الرحمن بن عبد العزيز الهاشمي القرشي المكي المدني '.repeat(3).trim();
  const name = { id: 'name', header: 'Borrower', cell: ({ id }: Row) => <bdi>{arabic + id}</bdi> };
  await drawLight(list({ columns: [columns[0], name, columns[2]] }));
  const written = page.getByText(`${arabic}L-1`);
  await expect.element(written).toBeVisible();
  const start = document.createRange();
  const text = written.element().firstChild;
  if (text) start.setEnd(text, 1);
  if (text) start.setStart(text, 0);
  const cell = written.element().closest('td');
  const { right = 0 } = cell?.getBoundingClientRect() ?? {};
  expect(start.getBoundingClientRect().right).toBeLessThanOrEqual(right);
});

/** Returns where a cell's text ends on the screen; figures run from left to right in Arabic too. */
function textEnd(cell: Element): number {
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  const ends: number[] = [];
  while (texts.nextNode()) {
    const range = document.createRange();
    range.selectNode(texts.currentNode);
    ends.push(range.getBoundingClientRect().right);
  }
  return Math.max(...ends);
}

const wideColumns = Array.from({ length: 8 }, (_, at) => ({
  id: `figure-${at}`,
  header: `Figure ${at}`,
  align: 'end' as const,
  width: 160,
  cell: ({ amount }: Row) => `${amount}${'0'.repeat(12)}`,
}));
const decide = () => (
  <Button kind="quiet" size="compact">
    Decide
  </Button>
);
const [nameColumn] = columns;
const actedOn = {
  'a list': list({
    columns: [nameColumn, ...wideColumns, { id: 'do', header: 'Do', cell: decide, stays: true }],
  }),
  'a table of figures': (
    <FigureTable
      label="Loans"
      columns={[
        nameColumn,
        ...wideColumns,
        { id: 'do', header: 'Do', cell: decide, align: 'action' },
      ]}
      rows={rows}
      rowId={({ id }) => id}
    />
  ),
};

for (const language of ['en', 'ae'] as const) {
  for (const [name, table] of Object.entries(actedOn)) {
    it(`the action of a row of ${name} stays in view if the table scrolls, ${language}`, async () => {
      await page.viewport(900, 700);
      await drawLight(table, language);
      await expect.element(page.getByRole('button', { name: 'Decide' }).first()).toBeVisible();
      await expect.poll(() => document.querySelector('[data-more]')).not.toBeNull();
      const scroller = document.querySelector('table')?.parentElement;
      expect(scroller?.scrollWidth).toBeGreaterThan(scroller?.clientWidth ?? 0);
      const button = page.getByRole('button', { name: 'Decide' }).first().element();
      const [own, room] = [button.getBoundingClientRect(), scroller?.getBoundingClientRect()];
      // The border of a quiet button may be outside, because it is invisible.
      expect(own.left).toBeGreaterThanOrEqual((room?.left ?? Infinity) - 1);
      expect(own.right).toBeLessThanOrEqual((room?.right ?? -Infinity) + 1);
    });
  }
}
