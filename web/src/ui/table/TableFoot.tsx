import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../button/Button.tsx';
import { useFormat } from '../format/FormatProvider.tsx';
import type { DataTableProps } from './DataTable.tsx';
import classes from './DataTable.module.css';

type TableFootProps<Row extends object> = Pick<
  DataTableProps<Row>,
  'rows' | 'matchCount' | 'paging' | 'state' | 'onStateChange' | 'status'
>;

/** How many rows are shown of how many, and the way to the next ones. */
export function TableFoot<Row extends object>(props: TableFootProps<Row>) {
  const { rows, matchCount, paging, state, onStateChange, status } = props;
  const { t } = useTranslation('ui');
  const format = useFormat();
  const shown = format.count(rows.length);
  const turnTo = (cursor: string | null) => onStateChange({ ...state, cursor });
  return (
    <footer className={classes.foot} data-status={status}>
      <p aria-live="polite">
        {status === 'loading'
          ? t('table.loading')
          : matchCount === undefined
            ? t('table.shown', { count: rows.length, shown })
            : t('table.shownOf', { count: matchCount, shown, all: format.count(matchCount) })}
      </p>
      {paging?.kind === 'endless' && paging.hasMore && (
        <Button size="compact" kind="quiet" busy={paging.loadingMore} onClick={paging.onMore}>
          {t('table.showMore')}
        </Button>
      )}
      {paging?.kind === 'pages' && (
        <nav aria-label={t('table.pages')} className={classes.pages}>
          <IconButton
            size="compact"
            label={t('table.previousPage')}
            icon={<IconChevronLeft size={18} stroke={1.5} className="mirrors" />}
            disabled={paging.previous === null}
            onClick={() => turnTo(paging.previous)}
          />
          <IconButton
            size="compact"
            label={t('table.nextPage')}
            icon={<IconChevronRight size={18} stroke={1.5} className="mirrors" />}
            disabled={paging.next === null}
            onClick={() => turnTo(paging.next)}
          />
        </nav>
      )}
    </footer>
  );
}
