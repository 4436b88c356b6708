import { IconChevronDown, IconChevronUp, IconPin, IconPinFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../button/Button.tsx';
import { SegmentedChoice } from '../filters/SegmentedChoice.tsx';
import { TickBox } from '../form/TickBox.tsx';
import { Box } from '../layout/Box.tsx';
import { Row, Stack } from '../layout/Layout.tsx';
import { Text } from '../layout/Text.tsx';
import { moveColumn, type Column } from './columns.ts';
import classes from './DataTable.module.css';
import type { TablePartProps } from './DataTable.tsx';
import type { Density } from './table-state.ts';
import type { GridTable } from './use-grid-table.ts';

type ColumnChooserProps<Row extends object> = Pick<
  TablePartProps<Row>,
  'columns' | 'state' | 'onStateChange' | 'table'
>;

const densities: readonly Density[] = ['comfortable', 'compact'];

/** Sets how a table is shown: row height, visible columns, their order and pinned columns. */
export function ColumnChooser<Row extends object>(props: ColumnChooserProps<Row>) {
  const { columns, state, onStateChange, table } = props;
  const { t } = useTranslation('ui');
  const isChanged =
    state.columns !== null || state.pinned.length > 0 || Object.keys(state.widths).length > 0;
  return (
    <Box flow="stack" size="table" pad={[3, 4]} className={classes.chooser}>
      <Stack gap={2}>
        <Text tone="muted" size="caption">
          {t('table.density.label')}
        </Text>
        <SegmentedChoice
          label={t('table.density.label')}
          choices={densities.map((value) => ({ value, label: t(`table.density.${value}`) }))}
          chosen={state.density}
          onChoose={(density) => onStateChange({ ...state, density })}
        />
      </Stack>
      <fieldset>
        <Box as="legend" tone="muted" size="caption" below={2}>
          {t('table.columns')}
        </Box>
        <Stack as="ul" gap={0}>
          {table.state.columnOrder
            .flatMap((id) => columns.filter((column) => column.id === id))
            .map((column) => (
              <ColumnLine key={column.id} column={column} table={table} />
            ))}
        </Stack>
      </fieldset>
      {isChanged && (
        <Button
          size="compact"
          kind="quiet"
          onClick={() =>
            onStateChange({ ...state, columns: null, ifRoom: [], pinned: [], widths: {} })
          }
        >
          {t('table.resetColumns')}
        </Button>
      )}
    </Box>
  );
}

type ColumnLineProps<Row extends object> = { column: Column<Row>; table: GridTable<Row> };

function ColumnLine<Row extends object>({ column: { id, header }, table }: ColumnLineProps<Row>) {
  const { t } = useTranslation('ui');
  const column = table.getColumn(id);
  if (!column) return null;
  const shown = table.state.columnOrder.filter((other) => table.getColumn(other)?.getIsVisible());
  const at = shown.indexOf(id);
  const isPinned = column.getIsPinned() !== false;
  const Pin = isPinned ? IconPinFilled : IconPin;
  const move = (by: number) => table.setColumnOrder(moveColumn(shown, id, by));
  return (
    <Row as="li" gap={2} justify="between" wrap={false}>
      <Box as="label" flow="row" gap={2} wrap={false} grow className={classes.name}>
        <TickBox
          checked={column.getIsVisible()}
          disabled={!column.getCanHide()}
          onChange={() => column.toggleVisibility()}
        />
        {header}
      </Box>
      {column.getIsVisible() && (
        <Box as="span" flow="row" gap={0} wrap={false} fixed className={classes.moves}>
          <IconButton
            size="compact"
            label={t('table.moveUp', { column: header })}
            icon={<IconChevronUp size={16} stroke={1.5} />}
            disabled={at === 0}
            onClick={() => move(-1)}
          />
          <IconButton
            size="compact"
            label={t('table.moveDown', { column: header })}
            icon={<IconChevronDown size={16} stroke={1.5} />}
            disabled={at === shown.length - 1}
            onClick={() => move(1)}
          />
          <IconButton
            size="compact"
            label={t('table.pin', { column: header })}
            aria-pressed={isPinned}
            icon={<Pin size={16} stroke={1.5} />}
            onClick={() => column.pin(isPinned ? false : 'start')}
          />
        </Box>
      )}
    </Row>
  );
}
