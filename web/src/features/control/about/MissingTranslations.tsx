import { IconLanguage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { loadOf } from '../../../lib/load-of.ts';
import { CodeText } from '../../../ui/format/CodeText.tsx';
import { Count } from '../../../ui/format/Count.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { TableToCome } from '../../../ui/page/PageShape.tsx';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import type { FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { missingTranslationsQuery } from './about.queries.ts';
import type { MissingTranslation } from './about.queries.ts';

/** Texts that a page requested and no language file has. */
export function MissingTranslations() {
  const { t } = useTranslation('about');
  const query = useQuery(missingTranslationsQuery);
  const columns = useMemo(() => missingColumns(t), [t]);
  return (
    <Loaded
      load={loadOf(query)}
      waiting={<TableToCome rows={5} />}
      empty={
        <EmptyState
          icon={<IconLanguage size={22} stroke={1.5} />}
          title={t('missing.empty')}
          hint={t('missing.emptyHint')}
        />
      }
      isEmpty={({ missing }) => missing.length === 0}
    >
      {(data) => (
        <FigureTable
          label={t('missing.title')}
          columns={columns}
          rows={data.missing}
          rowId={(row) => `${row.language}/${row.namespace}/${row.key}`}
        />
      )}
    </Loaded>
  );
}

function missingColumns(t: TFunction<'about'>): readonly FigureColumn<MissingTranslation>[] {
  const code = (text: string) => <CodeText>{text}</CodeText>;
  return [
    { id: 'key', header: t('missing.key'), cell: (row) => code(row.key), wide: true },
    { id: 'namespace', header: t('missing.namespace'), cell: (row) => code(row.namespace) },
    { id: 'language', header: t('missing.language'), cell: (row) => code(row.language) },
    {
      id: 'times',
      header: t('missing.times'),
      cell: (row) => <Count value={row.times} />,
      align: 'end',
    },
    {
      id: 'first',
      header: t('missing.firstSeen'),
      cell: (row) => <InstantText at={row.firstSeenAt} />,
    },
    {
      id: 'last',
      header: t('missing.lastSeen'),
      cell: (row) => <InstantText at={row.lastSeenAt} />,
    },
  ];
}
