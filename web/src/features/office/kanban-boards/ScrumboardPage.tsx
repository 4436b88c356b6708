import type { KanbanBoard } from '@bursar/contracts/office/kanban-boards';
import { IconCheck, IconChevronDown, IconLayoutKanban, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { loadOf } from '../../../lib/load-of.ts';
import { CreateButton } from '../../../ui/button/CreateButton.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { Menu } from '../../../ui/menu/Menu.tsx';
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
              <Row gap={2}>
                <BoardMenu
                  kanbanBoards={all}
                  board={board}
                  onShow={show}
                  onChange={() => setDialog('change')}
                />
                <Text tone="muted" size="table">
                  {t(board.isShared ? 'sharedWith' : 'private')}
                </Text>
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

type BoardMenuProps = {
  readonly kanbanBoards: readonly KanbanBoard[];
  readonly board: KanbanBoard;
  readonly onShow: (boardId: string) => void;
  readonly onChange: () => void;
};

/** The name of the board; it opens the other boards and the form for name and sharing. */
function BoardMenu({ kanbanBoards, board, onShow, onChange }: BoardMenuProps) {
  const { t } = useTranslation('kanban-boards');
  return (
    <h2 className={classes.board}>
      <Menu
        align="start"
        trigger={
          <button type="button" className={classes.boardTitle}>
            <span className="unseen">{t('choose')} </span>
            <Text as="bdi" clip>
              {board.title}
            </Text>
            <IconChevronDown size={16} stroke={1.5} aria-hidden="true" />
          </button>
        }
        actions={[
          ...kanbanBoards.map(({ id, title }) => ({
            id,
            label: <bdi>{title}</bdi>,
            end: id === board.id && <IconCheck size={16} stroke={1.5} />,
            current: id === board.id ? ('true' as const) : undefined,
            onSelect: () => onShow(id),
          })),
          {
            id: 'change',
            label: t('boardSettings'),
            icon: <IconPencil size={16} stroke={1.5} />,
            apart: true,
            onSelect: onChange,
          },
        ]}
      />
    </h2>
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
