import { IconGripVertical } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  DragArea,
  DragItem,
  DropPlace,
  type Drop,
  SortedItem,
  SortedList,
} from '../../../ui/drag/Drag.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Grid, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { documented, type Part } from '../part.ts';
import classes from './dragndrop.module.css';

export const part: Part = {
  examples: { InOrder, FromPlaceToPlace },
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
  ],
  keyboard: [
    { keys: ['Space'], does: 'pickUp' },
    { keys: ['↑', '↓', '←', '→'], does: 'carry' },
    { keys: ['Esc'], does: 'putBack' },
  ],
};

function InOrder() {
  const { t } = useTranslation('gallery-samples');
  const [order, setOrder] = useState<readonly Step[]>(steps);
  const drop = ({ itemId, overId }: Drop) =>
    setOrder((now) => {
      const item = now.find((one) => one === itemId);
      const at = now.findIndex((one) => one === overId);
      return item === undefined ? now : now.filter((one) => one !== item).toSpliced(at, 0, item);
    });
  return (
    <DragArea kind="sorted" onDrop={drop} overlay={(id) => <Line name={t(id)} />}>
      <SortedList ids={order}>
        <Stack gap={2}>
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

const steps = ['penalties', 'fees', 'interest', 'principal'] as const;
type Step = (typeof steps)[number];

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

const places = ['today', 'tomorrow', 'later'] as const;
