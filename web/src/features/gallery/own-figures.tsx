import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ReadDashboard } from '@bursar/contracts/reporting/dashboard';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api-client.ts';
import { loadOf } from '../../lib/load-of.ts';
import { queryRoots } from '../../lib/query-roots.ts';
import { Text } from '../../ui/layout/Text.tsx';
import { Loaded } from '../../ui/page/Loaded.tsx';

type Dashboard = AnswerOf<ReadDashboard>;
type Book = Dashboard['books'][number];

type OwnFiguresProps = {
  /** Shown while loading, in the size of the content. */
  waiting: ReactNode;
  children: (book: Book, dashboard: Dashboard) => ReactNode;
};

/** The user's own figures from the sales dashboard: one query for all examples. */
export function OwnFigures({ waiting, children }: OwnFiguresProps) {
  const { t } = useTranslation('gallery-samples');
  const query = useQuery({
    queryKey: queryRoots.dashboard,
    queryFn: ({ signal }) => callApi<ReadDashboard>('GET /api/dashboard', { signal }),
  });
  return (
    <Loaded load={loadOf(query)} waiting={waiting}>
      {(dashboard) => {
        const [book] = dashboard.books;
        return book ? children(book, dashboard) : <Text tone="muted">{t('noData')}</Text>;
      }}
    </Loaded>
  );
}
