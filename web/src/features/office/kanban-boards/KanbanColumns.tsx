import type { KanbanCard } from '@bursar/contracts/office/kanban-boards';
import { IconDots, IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { Avatar } from '../../../ui/avatar/Avatar.tsx';
import { Button, IconButton } from '../../../ui/button/Button.tsx';
import { DragArea, DropPlace, SortedItem, SortedList, type Drop } from '../../../ui/drag/Drag.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Unbroken } from '../../../ui/format/Unbroken.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { Menu } from '../../../ui/menu/Menu.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import edges from '../../../ui/scroll/ScrollEdges.module.css';
import { useScrollEdges } from '../../../ui/scroll/use-scroll-edges.ts';
import { Tag } from '../../../ui/status/Tag.tsx';
import { CardDialog, type OpenCard } from './KanbanCardDialog.tsx';
import { ColumnDialog, type OpenColumn } from './KanbanBoardDialog.tsx';
import { columnOf, moved, orderOf, placeIn, type Order } from './kanban-order.ts';
import {
  useMoveCard,
  useMoveColumn,
  useRemoveColumn,
  type KanbanBoardDetails,
} from './kanban-boards.queries.ts';
import classes from './KanbanBoards.module.css';

/** The columns of a board; cards can be dragged within and between them. */
export function KanbanColumns({ details }: { details: KanbanBoardDetails }) {
  const { t } = useTranslation('kanban-boards');
  const [card, setCard] = useState<OpenCard | null>(null);
  const [column, setColumn] = useState<OpenColumn | null>(null);
  const { order, ...carrying } = useCarrying(details);
  const scroller = useRef<HTMLDivElement>(null);
  useScrollEdges(scroller);
  const cards = new Map(details.cards.map((one) => [one.id, one]));
  return (
    <DragArea
      kind="sorted"
      {...carrying}
      overlay={(id) => {
        const carried = cards.get(id);
        const at = details.columns.findIndex((one) => one.id === carried?.columnId);
        return carried && <CardFace card={carried} isFinished={isFinishedAt(details, at)} />;
      }}
    >
      <div ref={scroller} className={`${classes.columns} ${edges.fades}`}>
        {details.columns.map((one, at) => (
          <Column
            key={one.id}
            details={details}
            at={at}
            cards={(order[one.id] ?? []).flatMap((id) => cards.get(id) ?? [])}
            onCard={setCard}
            onRename={setColumn}
          />
        ))}
        <Button
          kind="quiet"
          icon={<IconPlus size={18} stroke={1.5} />}
          onClick={() => setColumn({ boardId: details.board.id, column: null })}
        >
          {t('column.add')}
        </Button>
      </div>
      <CardDialog open={card} details={details} order={order} onClose={() => setCard(null)} />
      <ColumnDialog open={column} onClose={() => setColumn(null)} />
    </DragArea>
  );
}

/**
 * Returns the order to show and the handlers of a drag. The order is the server's; during a drag,
 * the card is already in the column that it is over.
 */
function useCarrying({ board, columns, cards }: KanbanBoardDetails) {
  const [carried, setCarried] = useState<Order | null>(null);
  const moving = useMoveCard(board.id);
  const stored = orderOf(columns, cards);
  const order = carried ?? stored;
  const onDrop = ({ itemId, overId }: Drop) => {
    const final = moved(order, itemId, overId);
    setCarried(null);
    const place = placeIn(final, itemId);
    const before = placeIn(stored, itemId);
    if (!place || (place.columnId === before?.columnId && place.afterId === before.afterId)) return;
    const byId = new Map(cards.map((card) => [card.id, card]));
    const there = Object.entries(final).flatMap(([columnId, ids]) =>
      ids.flatMap((id) => {
        const card = byId.get(id);
        return card ? [{ ...card, columnId }] : [];
      }),
    );
    moving.mutate(
      { ...place, cardId: itemId, cards: there },
      { onError: (cause) => notify.error(failureSentence(cause)) },
    );
  };
  return {
    order,
    onDrop,
    onCancel: () => setCarried(null),
    // The list itself makes space for a card of its own column; a card over another column moves
    // there at once.
    onOver: ({ itemId, overId }: Drop) => {
      if (columnOf(order, itemId) !== columnOf(order, overId)) {
        setCarried(moved(order, itemId, overId));
      }
    },
  };
}

type ColumnProps = {
  readonly details: KanbanBoardDetails;
  readonly at: number;
  readonly cards: readonly KanbanCard[];
  readonly onCard: (card: OpenCard) => void;
  readonly onRename: (column: OpenColumn) => void;
};

function Column({ details, at, cards, onCard, onRename }: ColumnProps) {
  const { t } = useTranslation('kanban-boards');
  const format = useFormat();
  const column = details.columns[at];
  if (!column) return null;
  const { id, title } = column;
  const figure = format.count(cards.length);
  return (
    <Box flow="stack" as="section" gap={2} pad={2} className={classes.column} aria-label={title}>
      <Box flow="row" gap={2} justify="between" wrap={false} pad={[0, 1]}>
        {/* A block, so that a title in the other direction is cut at its own end. */}
        <Box as="h2" size="table" weight="medium" shrinks>
          <Text as="bdi" clip className={classes.title}>
            {title}
          </Text>
        </Box>
        <Box as="span" tone="muted" size="caption" tabular push fixed>
          {t('column.cards', { count: cards.length, figure })}
        </Box>
        <ColumnMenu {...{ details, at, onRename }} />
      </Box>
      <SortedList ids={cards.map((card) => card.id)}>
        <DropPlace id={id} label={title} className={classes.cards}>
          {cards.map((card) => (
            <SortedItem
              key={card.id}
              id={card.id}
              label={t('card.at', { title: card.title, column: title })}
              onOpen={() => onCard({ columnId: id, card })}
            >
              <CardFace card={card} isFinished={isFinishedAt(details, at)} />
            </SortedItem>
          ))}
        </DropPlace>
      </SortedList>
      <Button
        kind="quiet"
        size="compact"
        icon={<IconPlus size={16} stroke={1.5} />}
        aria-label={t('card.addTo', { column: title })}
        onClick={() => onCard({ columnId: id, card: null })}
      >
        {t('card.add')}
      </Button>
    </Box>
  );
}

function ColumnMenu({ details, at, onRename }: Pick<ColumnProps, 'details' | 'at' | 'onRename'>) {
  const { t } = useTranslation('kanban-boards');
  const moving = useMoveColumn();
  const removing = useRemoveColumn();
  const { columns, board } = details;
  const column = columns[at];
  if (!column) return null;
  const onError = (cause: Error) => notify.error(failureSentence(cause));
  const moveBehind = (afterId: string | null) =>
    moving.mutate({ columnId: column.id, afterId }, { onError });
  return (
    <Menu
      trigger={
        <IconButton
          size="compact"
          label={t('column.actions', { title: column.title })}
          icon={<IconDots size={16} stroke={1.5} />}
        />
      }
      actions={[
        {
          id: 'rename',
          label: t('column.rename'),
          onSelect: () => onRename({ boardId: board.id, column }),
        },
        {
          id: 'earlier',
          label: t('column.earlier'),
          disabled: at === 0,
          onSelect: () => moveBehind(columns[at - 2]?.id ?? null),
        },
        {
          id: 'later',
          label: t('column.later'),
          disabled: at === columns.length - 1,
          onSelect: () => moveBehind(columns[at + 1]?.id ?? null),
        },
        {
          id: 'remove',
          label: t('column.remove'),
          apart: true,
          onSelect: () => removing.mutate(column.id, { onError }),
        },
      ]}
    />
  );
}

/** Work moves from the first column to the last, so cards in the last of several are finished. */
const isFinishedAt = ({ columns }: KanbanBoardDetails, at: number): boolean =>
  columns.length > 1 && at === columns.length - 1;

type CardFaceProps = { readonly card: KanbanCard; readonly isFinished: boolean };

function CardFace({ card: { title, labels, dueOn, assignee }, isFinished }: CardFaceProps) {
  const { t } = useTranslation('kanban-boards');
  const format = useFormat();
  const { today } = format.settings;
  const isLate = dueOn !== null && today !== undefined && dueOn < today && !isFinished;
  return (
    <Box flow="stack" as="span" gap={2} breaks pad={[2, 3]} className={classes.card}>
      <bdi>
        <Unbroken>{title}</Unbroken>
      </bdi>
      {labels.length > 0 && (
        <Row as="span" gap={1}>
          {labels.map((label) => (
            <Tag key={label} colour="slate">
              {label}
            </Tag>
          ))}
        </Row>
      )}
      {(dueOn !== null || assignee) && (
        <Row as="span" gap={2} justify="between" wrap={false}>
          <Text as="span" size="caption" tone={isLate ? 'late' : 'muted'} className={classes.due}>
            {dueOn !== null &&
              t(isLate ? 'card.late' : 'card.due', { day: format.day(dueOn, 'short') })}
          </Text>
          {assignee && (
            <Box as="span" push fixed title={assignee.name}>
              <span className="unseen">{assignee.name}</span>
              <Avatar name={assignee.name} size="small" />
            </Box>
          )}
        </Row>
      )}
    </Box>
  );
}
