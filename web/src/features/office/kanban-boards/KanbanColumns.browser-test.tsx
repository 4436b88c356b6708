import type { KanbanCard } from '@bursar/contracts/office/kanban-boards';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import type { KanbanBoardDetails } from './kanban-boards.queries.ts';
import { KanbanColumns } from './KanbanColumns.tsx';

const maker = { id: '0198-maker', name: 'Daniel Reyes' };

const cardIn = (columnId: string, title: string): KanbanCard => ({
  id: `0198-${title}`,
  version: 1,
  columnId,
  title,
  details: '',
  assigneeId: maker.id,
  assignee: maker,
  // Before the business day of the test.
  dueOn: '2026-02-27',
  labels: [],
  madeBy: maker,
});

const board: KanbanBoardDetails['board'] = {
  id: '0198-board',
  version: 1,
  title: 'Arrears',
  cards: 2,
  isShared: true,
  madeBy: maker,
  mayRemove: true,
};

it('a card past its due day is late, but not in the last column', async () => {
  await drawBoard(['To do', 'Done']);
  const column = (name: string) => page.getByRole('region', { name });
  await expect.element(column('To do').getByText('Late since 27 Feb')).toBeVisible();
  await expect.element(column('Done').getByText('Due 27 Feb')).toBeVisible();
});

for (const language of ['en', 'ae'] as const) {
  it(`columns beyond a phone's screen scroll within the page, ${language}`, async () => {
    await page.viewport(390, 844);
    await drawBoard(['First', 'Second', 'Third', 'Fourth'], language);
    await expect.element(page.getByText('A card in Fourth')).toBeInTheDocument();
    const { scrollWidth, clientWidth } = document.documentElement;
    expect(scrollWidth).toBe(clientWidth);
  });
}

async function drawBoard(titles: readonly string[], language: 'en' | 'ae' = 'en') {
  answerApi();
  const columns = titles.map((title) => ({ id: title, title, version: 1 }));
  const cards = titles.map((title) => cardIn(title, `A card in ${title}`));
  await drawFeature(<KanbanColumns details={{ board, columns, cards }} />, {
    language,
    texts: ['kanban-boards', 'apps'],
  });
}
