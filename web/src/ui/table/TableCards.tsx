import {
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SkeletonLines } from '../page/Skeleton.tsx';
import type { DataTableProps, TablePartProps } from './DataTable.tsx';
import { RowBox } from './TableRow.tsx';
import { Box } from '../layout/Box.tsx';
import { Text } from '../layout/Text.tsx';
import { TableFoot } from './TableFoot.tsx';
import classes from './TableCards.module.css';
import { useLoadMore } from './use-table-room.ts';

/** The rows as cards on a phone: each opens with a tap, and the page itself scrolls. */
export function TableCards<Row extends object>(props: TablePartProps<Row>) {
  const { rows, rowName, card, cardAction, cardLines = 2, waitingRows = 6, table, status } = props;
  const { t } = useTranslation('ui');
  const height: CSSProperties & Record<`--${string}`, number> = { '--card-lines': cardLines };
  const end = useRef<HTMLLIElement>(null);
  const isNearEnd = useInSight(end);
  useLoadMore(props, rows.length > 0 && isNearEnd);
  return (
    <>
      {props.sums && (rows.length > 0 || status === 'loading') && (
        <CardSums {...props} sums={props.sums} />
      )}
      <ul
        className={classes.list}
        style={height}
        aria-label={props.label}
        aria-busy={status !== 'ready'}
      >
        {status === 'loading' &&
          rows.length === 0 &&
          Array.from({ length: waitingRows }, (_, at) => (
            <li key={at} className={classes.card} aria-hidden="true">
              <SkeletonLines lines={cardLines} />
            </li>
          ))}
        {table.getRowModel().rows.map((row) => (
          <li
            key={row.id}
            className={classes.card}
            data-selected={row.getIsSelected() || undefined}
          >
            {row.getCanSelect() && (
              <RowBox
                label={t('table.selectRow', { name: rowName(row.original) })}
                checked={row.getIsSelected()}
                onToggle={row.getToggleSelectedHandler()}
              />
            )}
            <CardBody {...props} row={row.original}>
              {card(row.original)}
            </CardBody>
            {cardAction?.(row.original)}
          </li>
        ))}
        <li ref={end} className={classes.end} aria-hidden="true" />
      </ul>
      <TableFoot {...props} />
    </>
  );
}

type CardSumsProps<Row extends object> = Pick<DataTableProps<Row>, 'columns'> & {
  sums: NonNullable<DataTableProps<Row>['sums']>;
};

/**
 * The totals of all matching rows, above the cards: the reader would never reach the end of a long
 * list.
 */
function CardSums<Row extends object>({ columns, sums }: CardSumsProps<Row>) {
  const summed = columns.filter(({ id }) => sums[id] !== undefined);
  return (
    <Box
      as="dl"
      flow="row"
      align="stretch"
      gap={4}
      lines={1}
      pad={[0, 0, 2]}
      className={classes.sums}
      data-many={summed.length > 3 || undefined}
    >
      {summed.map(({ id, header }) => (
        <div key={id}>
          <Text as="dt" tone="muted" size="caption">
            {header}
          </Text>
          <Text as="dd" weight="medium">
            {sums[id]}
          </Text>
        </div>
      ))}
    </Box>
  );
}

type CardBodyProps<Row extends object> = Pick<DataTableProps<Row>, 'rowHref' | 'onRowOpen'> & {
  row: Row;
  children: ReactNode;
};

function CardBody<Row extends object>({ row, rowHref, onRowOpen, children }: CardBodyProps<Row>) {
  if (onRowOpen) {
    return (
      <button type="button" className={classes.body} onClick={() => onRowOpen(row)}>
        {children}
      </button>
    );
  }
  if (!rowHref) return <div className={classes.body}>{children}</div>;
  return (
    <Link to={rowHref(row)} className={classes.body}>
      {children}
    </Link>
  );
}

function useInSight(target: RefObject<Element | null>): boolean {
  const [isInSight, setInSight] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => setInSight(entry?.isIntersecting ?? false),
      { rootMargin: '600px' },
    );
    if (target.current) observer.observe(target.current);
    return () => observer.disconnect();
  }, [target]);
  return isInSight;
}
