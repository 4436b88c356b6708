import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/Button.tsx';
import { LazyPopover } from '../overlay/LazyPopover.tsx';
import { ColumnChooser } from './ColumnChooser.tsx';
import type { TablePartProps } from './DataTable.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import classes from './DataTable.module.css';

/** Above the table: the page's filters at the start, how it is shown and where it goes at the end. */
export function TableToolbar<Row extends object>(props: TablePartProps<Row>) {
  const { toolbar } = props;
  const { t } = useTranslation('ui');
  return (
    <div className={classes.toolbar}>
      <div className={classes.filters}>{toolbar}</div>
      <div className={classes.controls}>
        <LazyPopover
          label={t('table.display')}
          position="bottom-end"
          width={300}
          trigger={
            <Button
              size="compact"
              kind="quiet"
              className={classes.display}
              icon={<IconAdjustmentsHorizontal size={18} stroke={1.5} aria-hidden="true" />}
            >
              {t('table.display')}
            </Button>
          }
        >
          {() => <ColumnChooser {...props} />}
        </LazyPopover>
        <ExportMenu {...props} selection={null} />
      </div>
    </div>
  );
}
