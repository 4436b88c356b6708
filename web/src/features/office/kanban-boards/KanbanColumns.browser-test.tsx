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
  answerApi();
  const columns = ['To do', 'Done'].map((title) => ({ id: title, title, version: 1 }));
  const cards = [cardIn('To do', 'Call the bank'), cardIn('Done', 'Write the script')];
  const details = { board, columns, cards };
  await drawFeature(<KanbanColumns details={details} />, { texts: ['kanban-boards', 'apps'] });
  const column = (name: string) => page.getByRole('region', { name });
  await expect.element(column('To do').getByText('Late since 27 Feb')).toBeVisible();
  await expect.element(column('Done').getByText('Due 27 Feb')).toBeVisible();
});
