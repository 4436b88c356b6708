import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../button/Button.tsx';
import { useFormat } from '../format/FormatProvider.tsx';
import { Box } from '../layout/Box.tsx';
import { Row } from '../layout/Layout.tsx';
import classes from './DataTable.module.css';
import type { DataTableProps } from './DataTable.tsx';

type TableFootProps<Row extends object> = Pick<
  DataTableProps<Row>,
  'rows' | 'matchCount' | 'paging' | 'state' | 'onStateChange' | 'status'
>;

/**
 * The number of loaded rows, the total, and the control that loads more. For a list that shows all
 * its rows, the number is only read aloud.
 */
export function TableFoot<Row extends object>(props: TableFootProps<Row>) {
  const { rows, matchCount, paging, state, onStateChange, status } = props;
  const { t } = useTranslation('ui');
  const format = useFormat();
  const shown = format.count(rows.length);
  const isWhole = showsAllRows(props);
  const turnTo = (cursor: string | null) => onStateChange({ ...state, cursor });
  return (
    <Box
      as="footer"
      flow="row"
      tone="muted"
      size="caption"
      tabular
      gap={4}
      justify="between"
      wrap={false}
      pad={isWhole ? 0 : [2, 0]}
      className={isWhole ? 'unseen' : classes.foot}
      data-status={status}
      data-whole={isWhole || undefined}
    >
      <p aria-live="polite">
        {status === 'loading'
          ? t('table.loading')
          : matchCount === undefined
            ? t('table.shown', { count: rows.length, shown })
            : t('table.shownOf', { count: matchCount, shown, all: format.count(matchCount) })}
      </p>
      {paging?.kind === 'endless' && (paging.hasMore || status === 'loading') && (
        <Button size="compact" kind="quiet" busy={paging.loadingMore} onClick={paging.onMore}>
          {t('table.showMore')}
        </Button>
      )}
      {paging?.kind === 'own' && paging.control}
      {paging?.kind === 'pages' && (
        <nav aria-label={t('table.pages')}>
          <Row gap={0} wrap={false}>
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
          </Row>
        </nav>
      )}
    </Box>
  );
}

/**
 * Returns whether the list shows all its rows and has no control of its own, so that it needs no
 * footer.
 */
export function showsAllRows<Row extends object>(props: TableFootProps<Row>): boolean {
  const { rows, matchCount, paging, status } = props;
  if (status === 'loading' || (matchCount !== undefined && rows.length < matchCount)) return false;
  switch (paging?.kind) {
    case 'endless':
      return !paging.hasMore;
    case 'pages':
      return paging.next === null && paging.previous === null;
    case 'own':
      return false;
    case undefined:
      return true;
  }
}

/**
 * Replaces the footer while rows load, so that the content below the list appears together with the
 * rows.
 */
export function RowsToCome({ status }: Pick<DataTableProps<object>, 'status'>) {
  return status === 'loading' && <span hidden className={classes.foot} data-status={status} />;
}
