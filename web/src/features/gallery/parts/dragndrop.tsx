import { IconGripVertical, IconUser, IconX } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/button/Button.tsx';
import {
  DragArea,
  DragItem,
  DropPlace,
  type Drop,
  SortedItem,
  SortedList,
} from '../../../ui/drag/Drag.tsx';
import { FileDrop } from '../../../ui/file/FileDrop.tsx';
import { spellBytes } from '../../../ui/file/refuse-file.ts';
import { Count } from '../../../ui/format/Count.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Grid, Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { useIsPhone } from '../../../ui/state/use-media.ts';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { documented, type Part } from '../part.ts';
import classes from './dragndrop.module.css';

export const part: Part = {
  examples: { InOrder, FromPlaceToPlace, BetweenLists, ColumnOrder, InATree, Files },
  stills: { FromPlaceToPlace: Carried },
  components: [
    documented<ComponentProps<typeof DragArea>>('DragArea', [
      { name: 'kind', type: "'sorted' | { placed }" },
      { name: 'onDrop', type: '({ itemId, overId, by }) => void' },
      { name: 'onOver', type: '(drop) => void', standard: '–' },
      { name: 'overlay', type: '(itemId) => ReactNode' },
    ]),
    documented<ComponentProps<typeof DragItem>>('DragItem', [
      { name: 'id', type: 'string' },
      { name: 'label', type: 'string' },
      { name: 'onOpen', type: '() => void', standard: '–' },
      { name: 'disabled', type: 'boolean', standard: 'false' },
    ]),
    documented<ComponentProps<typeof FileDrop>>('FileDrop', [
      { name: 'title', type: 'string' },
      { name: 'endings', type: 'readonly string[]' },
      { name: 'largestBytes', type: 'number' },
      { name: 'onFile', type: '(file: File) => void' },
    ]),
  ],
  keyboard: [
    { keys: ['Space'], does: 'pickUp' },
    { keys: ['↑', '↓', '←', '→'], does: 'carry' },
    { keys: ['Esc'], does: 'putBack' },
  ],
};

function InOrder() {
  const { t } = useTranslation('gallery-samples');
  const [order, setOrder] = useState<readonly string[]>([
    'penalties',
    'fees',
    'interest',
    'principal',
  ]);
  return (
    <DragArea
      kind="sorted"
      onDrop={(drop) => setOrder((now) => sorted(now, drop))}
      overlay={(id) => <Line name={t(id)} />}
    >
      <SortedList ids={order}>
        <Stack gap={2} className={classes.sorted}>
          {order.map((step) => (
            <SortedItem key={step} id={step} label={t(step)}>
              <Line name={t(step)} />
            </SortedItem>
          ))}
        </Stack>
      </SortedList>
    </DragArea>
  );
}

/** Moves an item to the position of the item that it was dropped on. */
function sorted(order: readonly string[], { itemId, overId }: Drop): readonly string[] {
  const at = order.indexOf(overId);
  return order.filter((one) => one !== itemId).toSpliced(at, 0, itemId);
}

function Line({ name }: { name: string }) {
  return (
    <Box flow="row" gap={2} wrap={false} pad={[2, 3]} className={classes.item}>
      <IconGripVertical size={16} stroke={1.5} aria-hidden="true" />
      {name}
    </Box>
  );
}

function FromPlaceToPlace() {
  const { t } = useTranslation('gallery-samples');
  const [placeOf, setPlaceOf] = useState<Readonly<Record<string, string>>>({
    yusuf: 'today',
    layla: 'today',
    sami: 'tomorrow',
  });
  const inPlace = (place: string) => Object.keys(placeOf).filter((id) => placeOf[id] === place);
  return (
    <DragArea
      kind={{ placed: null }}
      onDrop={({ itemId, overId }) => setPlaceOf((now) => ({ ...now, [itemId]: overId }))}
      overlay={(id) => <Line name={t(id)} />}
    >
      <Grid min={12} gap={4}>
        {places.map((place) => (
          <DropPlace key={place} id={place} label={t(place)} className={classes.place}>
            <Text tone="muted" size="table">
              {t(place)}
            </Text>
            {inPlace(place).length === 0 && (
              <Text tone="muted" size="table">
                {t('dropBorrower')}
              </Text>
            )}
            {inPlace(place).map((id) => (
              <DragItem key={id} id={id} label={t(id)}>
                <Line name={t(id)} />
              </DragItem>
            ))}
          </DropPlace>
        ))}
      </Grid>
    </DragArea>
  );
}

/** A picture of a borrower being dragged over another day, which is highlighted. */
function Carried() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Grid min={12} gap={4} style={{ inlineSize: '100%' }}>
      {places.map((place) => (
        <div key={place} className={classes.place} data-over={place === 'tomorrow' || undefined}>
          <Text tone="muted" size="table">
            {t(place)}
          </Text>
          {place === 'today' && (
            <>
              <Line name={t('yusuf')} />
              <div className={classes.left}>
                <Line name={t('layla')} />
              </div>
            </>
          )}
          {place === 'tomorrow' && (
            <>
              <Line name={t('sami')} />
              <div className={classes.dragged}>
                <Line name={t('layla')} />
              </div>
            </>
          )}
          {place === 'later' && (
            <Text tone="muted" size="table">
              {t('dropBorrower')}
            </Text>
          )}
        </div>
      ))}
    </Grid>
  );
}

const places = ['today', 'tomorrow', 'later'] as const;

function BetweenLists() {
  const { t } = useTranslation('gallery-samples');
  const { lists, ...dragging } = useLists({
    delta: ['L-000123', 'L-000187', 'L-000201'],
    harbour: ['L-000344'],
  });
  return (
    <DragArea kind="sorted" {...dragging} overlay={(id) => <Line name={id} />}>
      <Grid min={14} gap={4}>
        {Object.entries(lists).map(([team, loans]) => (
          <List key={team} id={team} loans={loans} className={classes.place}>
            <Row justify="between" size="table" tone="muted">
              {t(team)}
              <Count value={loans.length} />
            </Row>
          </List>
        ))}
      </Grid>
    </DragArea>
  );
}

type ListProps = {
  id: string;
  loans: readonly string[];
  className?: string | undefined;
  children: ReactNode;
};

/** A list with its heading; an item can be dropped anywhere on it. */
function List({ id, loans, className, children }: ListProps) {
  const { t } = useTranslation('gallery-samples');
  return (
    <SortedList ids={loans}>
      <DropPlace id={id} label={t(id)} className={className}>
        {children}
        {loans.map((loan) => (
          <SortedItem key={loan} id={loan} label={t('ofTeam', { loan, team: t(id) })}>
            <Line name={loan} />
          </SortedItem>
        ))}
      </DropPlace>
    </SortedList>
  );
}

type Lists = Readonly<Record<string, readonly string[]>>;

/** Lists whose items move within and between them. */
function useLists(start: Lists) {
  const [stored, setStored] = useState(start);
  const [carried, setCarried] = useState<Lists | null>(null);
  const lists = carried ?? stored;
  return {
    lists,
    // Within its list, `SortedList` shows the new order; over another list, the item moves at once.
    onOver: (drop: Drop) => {
      if (listOf(lists, drop.itemId) !== listOf(lists, drop.overId)) setCarried(moved(lists, drop));
    },
    onDrop: (drop: Drop) => {
      setStored(moved(lists, drop));
      setCarried(null);
    },
    onCancel: () => setCarried(null),
  };
}

const listOf = (lists: Lists, id: string) =>
  Object.keys(lists).find((list) => list === id || lists[list]?.includes(id));

/** Moves an item to the position of another one or, if it is over a list, to the list's end. */
function moved(lists: Lists, { itemId, overId }: Drop): Lists {
  const to = listOf(lists, overId);
  if (to === undefined || itemId === overId) return lists;
  const at = lists[to]?.indexOf(overId) ?? -1;
  return Object.fromEntries(
    Object.entries(lists).map(([list, items]) => {
      const others = items.filter((one) => one !== itemId);
      if (list !== to) return [list, others];
      return [list, others.toSpliced(at < 0 ? others.length : at, 0, itemId)];
    }),
  );
}

function ColumnOrder() {
  const { t } = useTranslation('gallery-samples');
  const [order, setOrder] = useState<readonly string[]>(['reference', 'borrower', 'outstanding']);
  const columns: readonly FigureColumn<(typeof loans)[number]>[] = [
    { id: 'reference', header: t('reference'), cell: ({ reference }) => reference },
    { id: 'borrower', header: t('borrower'), cell: ({ person }) => <bdi>{t(person)}</bdi> },
    {
      id: 'outstanding',
      header: t('outstanding'),
      align: 'end',
      cell: ({ amountMinor }) => <Money amountMinor={amountMinor} currency="USD" />,
    },
  ];
  return (
    <div className={classes.columns}>
      <DragArea
        kind="sorted"
        onDrop={(drop) => setOrder((now) => sorted(now, drop))}
        overlay={(id) => <Line name={t(id)} />}
      >
        <SortedList ids={order}>
          <Stack gap={2}>
            {order.map((id) => (
              <SortedItem key={id} id={id} label={t(id)}>
                <Line name={t(id)} />
              </SortedItem>
            ))}
          </Stack>
        </SortedList>
      </DragArea>
      <div>
        <FigureTable
          label={t('loans')}
          rows={loans}
          rowId={({ reference }) => reference}
          columns={order.flatMap((id) => columns.filter((column) => column.id === id))}
        />
      </div>
    </div>
  );
}

const loans = [
  { reference: 'L-000123', person: 'layla', amountMinor: 12_480_22 },
  { reference: 'L-000187', person: 'yusuf', amountMinor: 4_102_00 },
  { reference: 'L-000344', person: 'sami', amountMinor: 960_75 },
] as const;

function InATree() {
  const { t } = useTranslation('gallery-samples');
  const { lists, ...dragging } = useLists({
    amira: ['L-000412', 'L-000415'],
    omar: ['L-000420'],
    huda: [],
  });
  return (
    <DragArea kind="sorted" {...dragging} overlay={(id) => <Line name={id} />}>
      <Box as="ul" flow="stack" gap={3} className={classes.sorted}>
        {agentsOf.map(({ team, agents }) => (
          <li key={team}>
            <Text weight="medium">{t(team)}</Text>
            <Box as="ul" flow="stack" gap={1} above={1} className={classes.branch}>
              {agents.map((agent) => (
                <li key={agent}>
                  <List id={agent} loans={lists[agent] ?? []} className={classes.leaf}>
                    <Row gap={2}>
                      <IconUser size={16} stroke={1.5} aria-hidden="true" />
                      <bdi>{t(agent)}</bdi>
                      <Text as="span" tone="muted" size="table">
                        <Count value={lists[agent]?.length ?? 0} />
                      </Text>
                    </Row>
                  </List>
                </li>
              ))}
            </Box>
          </li>
        ))}
      </Box>
    </DragArea>
  );
}

const agentsOf = [
  { team: 'delta', agents: ['amira', 'omar'] },
  { team: 'harbour', agents: ['huda'] },
] as const;

function Files() {
  const { t } = useTranslation('gallery-samples');
  const isPhone = useIsPhone();
  const format = useFormat();
  const [files, setFiles] = useState<readonly File[]>([]);
  return (
    <Stack gap={3}>
      <FileDrop
        title={t(isPhone ? 'noFile' : 'dropFile')}
        hint={t('noUpload')}
        endings={['.pdf', '.png', '.jpg']}
        largestBytes={10 * 1024 * 1024}
        onFile={(file) => setFiles((now) => [...now, file])}
      />
      <Box as="ul" line="between" aria-live="polite">
        {files.map((file, at) => (
          <Box key={`${file.name} ${at}`} as="li" flow="row" wrap={false} pad={[1, 0]}>
            <Box as="bdi" grow breaks>
              {file.name}
            </Box>
            <Text as="span" tone="muted" size="table">
              {spellBytes(file.size, format.settings.locale)}
            </Text>
            <IconButton
              size="compact"
              label={t('removeOf', { name: file.name })}
              icon={<IconX size={16} stroke={1.5} />}
              onClick={() => setFiles((now) => now.toSpliced(at, 1))}
            />
          </Box>
        ))}
      </Box>
    </Stack>
  );
}
