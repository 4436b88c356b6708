import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { loadOf } from '../../../lib/load-of.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { TableToCome } from '../../../ui/page/PageShape.tsx';
import { Note } from '../../../ui/status/Note.tsx';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { backupsQuery, type TakenBackup } from './settings.queries.ts';

const DAY_MS = 86_400_000;

/** The backups that were taken, with their time, contents and whether the file was read back. */
export function BackupList() {
  const { t } = useTranslation('settings-page');
  const query = useQuery(backupsQuery);
  const format = useFormat();
  const columns = useMemo(() => backupColumns(t, format), [t, format]);
  return (
    <Stack gap={4}>
      <Stack gap={1}>
        <Text as="h2" size="lead" weight="medium">
          {t('data.title')}
        </Text>
        <Text tone="muted">{t('data.hint')}</Text>
      </Stack>
      <Loaded
        load={loadOf(query)}
        waiting={<TableToCome rows={4} />}
        isEmpty={({ backups }) => backups.length === 0}
        empty={<EmptyState title={t('data.none')} hint={t('data.noneHint')} />}
      >
        {({ backups }) => (
          <Stack gap={3}>
            {isOld(backups[0]) && <Note kind="soon">{t('data.old')}</Note>}
            <FigureTable
              label={t('data.list')}
              columns={columns}
              rows={backups}
              rowId={(backup) => backup.takenAt}
            />
          </Stack>
        )}
      </Loaded>
    </Stack>
  );
}

function isOld(latest: TakenBackup | undefined): boolean {
  return latest !== undefined && Date.now() - Date.parse(latest.takenAt) > DAY_MS;
}

function backupColumns(
  t: TFunction<'settings-page'>,
  format: ReturnType<typeof useFormat>,
): readonly FigureColumn<TakenBackup>[] {
  return [
    {
      id: 'takenAt',
      header: t('data.takenAt'),
      cell: ({ takenAt }) => <InstantText at={takenAt} />,
      wide: true,
    },
    {
      id: 'file',
      header: t('data.file'),
      cell: ({ fileName }) => <bdi dir="ltr">{fileName}</bdi>,
    },
    { id: 'rows', header: t('data.rows'), cell: ({ rows }) => format.count(rows) },
    {
      id: 'documents',
      header: t('data.documents'),
      cell: ({ documents }) => format.count(documents),
    },
    {
      id: 'check',
      header: t('data.check'),
      cell: ({ checkedAt, lostDocuments }) =>
        lostDocuments > 0 ? (
          <StatusBadge tone="late">
            {t('data.lost', { count: lostDocuments, figure: format.count(lostDocuments) })}
          </StatusBadge>
        ) : (
          <StatusBadge tone={checkedAt === null ? 'late' : 'good'}>
            {t(checkedAt === null ? 'data.notChecked' : 'data.checked')}
          </StatusBadge>
        ),
    },
  ];
}
