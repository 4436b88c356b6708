import { useMediaQuery } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { FigureTable } from '../../ui/table/FigureTable.tsx';
import { MoreRows } from '../../ui/table/MoreRows.tsx';
import { duePromisesQuery } from './desk.queries.ts';
import { useDuePromiseColumns, useNarrowDuePromiseColumns } from './due-promise-columns.tsx';
import type { StateOf } from './due-promise-columns.tsx';

/** The promises whose day is today, the open ones first; nothing where there are none. */
export function DuePromises({ stateOf }: { readonly stateOf: StateOf }) {
  const { t } = useTranslation('work');
  const format = useFormat();
  const query = useInfiniteQuery(duePromisesQuery);
  const isPhone = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false });
  const wide = useDuePromiseColumns(stateOf);
  const narrow = useNarrowDuePromiseColumns(stateOf);
  const pages = query.data?.pages ?? [];
  // Every page tells the sums of all; the last one came last.
  const sums = pages.at(-1);
  if (!sums || sums.count === 0) return null;
  const { count, kept, currency, promisedMinor, receivedMinor } = sums;
  const promises = pages.flatMap((page) => page.promises);
  return (
    <Panel
      title={t('duePromises.title')}
      note={t('duePromises.note', {
        count,
        promises: format.count(count),
        kept: format.count(kept),
        received: format.money(receivedMinor, currency),
        promised: format.amount(promisedMinor, currency),
      })}
    >
      <FigureTable
        label={t('duePromises.title')}
        rows={promises}
        rowId={({ id }) => id}
        columns={isPhone ? narrow : wide}
      />
      {count > promises.length && (
        <MoreRows
          shown={promises.length}
          all={count}
          busy={query.isFetchingNextPage}
          onMore={query.hasNextPage ? () => void query.fetchNextPage() : null}
        />
      )}
    </Panel>
  );
}
