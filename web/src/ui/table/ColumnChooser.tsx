import { IconChevronDown, IconChevronUp, IconPin, IconPinFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../button/Button.tsx';
import { TickBox } from '../form/TickBox.tsx';
import { moveColumn, shownColumns, toggleColumn } from './columns.ts';
import type { Column } from './columns.ts';
import type { DataTableProps } from './DataTable.tsx';
import type { Density } from './table-state.ts';
import classes from './ColumnChooser.module.css';

type ColumnChooserProps<Row> = Pick<DataTableProps<Row>, 'columns' | 'state' | 'onStateChange'>;

const densities: readonly Density[] = ['comfortable', 'compact'];

/** How a table is shown: tall or short rows, which columns, in which order, which of them stay. */
export function ColumnChooser<Row>({ columns, state, onStateChange }: ColumnChooserProps<Row>) {
  const { t } = useTranslation('ui');
  const shown = shownColumns(columns, state.columns);
  const ids = shown.map((column) => column.id);
  const others = columns.filter((column) => !ids.includes(column.id));
  const isChanged =
    state.columns !== null || state.pinned.length > 0 || Object.keys(state.widths).length > 0;
  return (
    <div className={classes.chooser}>
      <fieldset className={classes.densities}>
        <legend className={classes.legend}>{t('table.density.label')}</legend>
        {densities.map((density) => (
          <label key={density} className={classes.density}>
            <input
              type="radio"
              name="density"
              checked={state.density === density}
              onChange={() => onStateChange({ ...state, density })}
            />
            <span>{t(`table.density.${density}`)}</span>
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend className={classes.legend}>{t('table.columns')}</legend>
        <ul className={classes.columns}>
          {[...shown, ...others].map((column) => (
            <ColumnLine
              key={column.id}
              column={column}
              ids={ids}
              isPinned={state.pinned.includes(column.id)}
              onIds={(next) => onStateChange({ ...state, columns: next })}
              onPin={() =>
                onStateChange({ ...state, pinned: [...toggleColumn(state.pinned, column.id)] })
              }
            />
          ))}
        </ul>
      </fieldset>
      {isChanged && (
        <Button
          size="compact"
          kind="quiet"
          onClick={() => onStateChange({ ...state, columns: null, pinned: [], widths: {} })}
        >
          {t('table.resetColumns')}
        </Button>
      )}
    </div>
  );
}

type ColumnLineProps<Row> = {
  column: Column<Row>;
  ids: readonly string[];
  isPinned: boolean;
  onIds: (ids: readonly string[]) => void;
  onPin: () => void;
};

function ColumnLine<Row>({ column, ids, isPinned, onIds, onPin }: ColumnLineProps<Row>) {
  const { t } = useTranslation('ui');
  const { id, header } = column;
  const at = ids.indexOf(id);
  const isShown = at >= 0;
  const Pin = isPinned ? IconPinFilled : IconPin;
  return (
    <li className={classes.line}>
      <label className={classes.name}>
        <TickBox
          checked={isShown}
          disabled={column.main}
          onChange={() => onIds(toggleColumn(ids, id))}
        />
        {header}
      </label>
      {isShown && (
        <span className={classes.moves}>
          <IconButton
            size="compact"
            label={t('table.moveUp', { column: header })}
            icon={<IconChevronUp size={16} stroke={1.5} />}
            disabled={at === 0}
            onClick={() => onIds(moveColumn(ids, id, -1))}
          />
          <IconButton
            size="compact"
            label={t('table.moveDown', { column: header })}
            icon={<IconChevronDown size={16} stroke={1.5} />}
            disabled={at === ids.length - 1}
            onClick={() => onIds(moveColumn(ids, id, 1))}
          />
          <IconButton
            size="compact"
            label={t('table.pin', { column: header })}
            aria-pressed={isPinned}
            icon={<Pin size={16} stroke={1.5} />}
            onClick={onPin}
          />
        </span>
      )}
    </li>
  );
}
