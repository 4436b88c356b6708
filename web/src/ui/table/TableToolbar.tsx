import { IconAdjustmentsHorizontal, IconDots } from '@tabler/icons-react';
import { useId, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../button/Button.tsx';
import { Box } from '../layout/Box.tsx';
import { LazyPopover } from '../overlay/LazyPopover.tsx';
import { useIsPhone } from '../state/use-media.ts';
import { ColumnChooser } from './ColumnChooser.tsx';
import type { TablePartProps } from './DataTable.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { markFilterLine } from './filter-line.ts';
import { SortMenu } from './SortMenu.tsx';
import classes from './TableToolbar.module.css';

/**
 * The bar above the table: the page's filters at its start; saved views, view options and export at
 * its end. Filters that do not fit on that line have a line of their own. On a phone, the search
 * box shares one line with the sort menu and a button: for export or, if there are saved views, for
 * all other controls. The cards then start high on the page.
 */
export function TableToolbar<Row extends object>(props: TablePartProps<Row>) {
  const { toolbar, views } = props;
  const { t } = useTranslation('ui');
  const bar = useRef<HTMLDivElement>(null);
  useFilterLine(bar);
  const id = useId();
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  return (
    <div ref={bar} className={classes.toolbar} data-filter-bar>
      {toolbar}
      {isPhone && toolbar && (
        <Box flow="row" gap={1} wrap={false} fixed className={classes.first} data-screen-only>
          <SortMenu {...props} />
          {views ? (
            <IconButton
              label={t('table.more')}
              icon={<IconDots size={18} stroke={1.5} aria-hidden="true" />}
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setOpen(!isOpen)}
            />
          ) : (
            <ExportMenu {...props} selection={null} isIcon />
          )}
        </Box>
      )}
      <Box
        id={id}
        flow="row"
        gap={1}
        wrap={false}
        fixed
        className={classes.controls}
        data-open={isOpen || undefined}
        data-screen-only
      >
        {views}
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
      </Box>
    </div>
  );
}

/**
 * Marks a bar whose chips need a line of their own. A chip that the user is setting stays where it
 * is, although it grows with its value.
 */
function useFilterLine(bar: RefObject<HTMLElement | null>): void {
  const parts = useRef('');
  // Chips and controls appear as their permissions and options load. Counting forces no layout.
  useLayoutEffect(() => {
    const element = bar.current;
    const chips = element?.querySelector('[data-chips]');
    const counts = [chips, element?.lastElementChild].map((part) => part?.childElementCount);
    if (!element || parts.current === counts.join() || isBeingSet(element)) return;
    parts.current = counts.join();
    markFilterLine(element);
  });
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return undefined;
    let width = element.clientWidth;
    const observer = new ResizeObserver(() => {
      if (width === element.clientWidth) return;
      width = element.clientWidth;
      markFilterLine(element);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [bar]);
}

function isBeingSet(bar: HTMLElement): boolean {
  return bar.querySelector('[data-chips] [aria-expanded=true]') !== null;
}
