import { IconLayoutKanban, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { loadOf } from '../../../lib/load-of.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { CreateButton } from '../../../ui/button/CreateButton.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Skeleton } from '../../../ui/page/Skeleton.tsx';
import { KanbanColumns } from './KanbanColumns.tsx';
import { KanbanBoardDialog } from './KanbanBoardDialog.tsx';
import { kanbanBoardQuery, kanbanBoardsQuery } from './kanban-boards.queries.ts';
import classes from './KanbanBoards.module.css';

/** The user's own and shared boards, one at a time. */
export function ScrumboardPage() {
  const { t } = useTranslation(['kanban-boards', 'app']);
  const [search, setSearch] = useSearchParams();
  const [dialog, setDialog] = useState<'new' | 'change' | null>(null);
  const kanbanBoards = useQuery(kanbanBoardsQuery);
  const all = kanbanBoards.data?.kanbanBoards ?? [];
  const board = all.find(({ id }) => id === search.get('board')) ?? all[0];
  const show = (boardId: string | null) =>
    setSearch(boardId === null ? {} : { board: boardId }, { preventScrollReset: true });
  const add = <CreateButton onClick={() => setDialog('new')}>{t('createBoard')}</CreateButton>;
  return (
    <>
      <PageHeader title={t('app:title.appsScrumboard')} description={t('about')} actions={add} />
      <Loaded
        load={loadOf(kanbanBoards)}
        waiting={<Skeleton height="30rem" />}
        isEmpty={() => !board}
        empty={
          <EmptyState
            icon={<IconLayoutKanban size={22} stroke={1.5} />}
            title={t('none')}
            hint={t('noneHint')}
            action={add}
          />
        }
      >
        {() =>
          board && (
            <Stack gap={4}>
              <Row gap={3} align="end">
                <div className={classes.choice}>
                  <SelectField
                    id="board"
                    label={t('choose')}
                    required
                    options={all.map(({ id, title }) => ({ value: id, label: title }))}
                    value={board.id}
                    onChange={show}
                  />
                </div>
                <Button
                  icon={<IconPencil size={18} stroke={1.5} />}
                  onClick={() => setDialog('change')}
                >
                  {t('boardSettings')}
                </Button>
                <Box as="p" tone="muted" size="table" pad={[0, 0, 2]}>
                  {t(board.isShared ? 'sharedWith' : 'private')}
                </Box>
              </Row>
              <OneKanbanBoard key={board.id} boardId={board.id} />
            </Stack>
          )
        }
      </Loaded>
      <KanbanBoardDialog
        opened={dialog !== null}
        board={dialog === 'change' ? (board ?? null) : null}
        onClose={() => setDialog(null)}
        onAdded={show}
        onRemoved={() => show(null)}
      />
    </>
  );
}

function OneKanbanBoard({ boardId }: { boardId: string }) {
  const query = useQuery(kanbanBoardQuery(boardId));
  return (
    <Loaded load={loadOf(query)} waiting={<Skeleton height="26rem" />}>
      {(board) => <KanbanColumns details={board} />}
    </Loaded>
  );
}
