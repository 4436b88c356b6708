import type { TapeImport, Finding } from '@bursar/contracts/intake/imports';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { SegmentedChoice } from '../../../ui/filters/SegmentedChoice.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { Count } from '../../../ui/format/Count.tsx';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { Stack, Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { MoreRows } from '../../../ui/table/MoreRows.tsx';
import { TextLink } from '../../../ui/link/TextLink.tsx';
import { CodeText } from '../../../ui/format/CodeText.tsx';
import { findingsQuery } from './imports.queries.ts';
import { useImportAddress } from './use-import-address.ts';
import { findingSentence } from '../../../lib/finding-sentence.ts';
import classes from './Imports.module.css';
import { useIsPhone } from '../../../ui/state/use-media.ts';

/** The file's findings, row by row, with downloads for the person who corrects the file. */
export function Findings({ tape }: { tape: TapeImport }) {
  const { t } = useTranslation('imports');
  const { severity, showSeverity } = useImportAddress();
  const query = useInfiniteQuery(findingsQuery(tape.id, severity));
  const findings = query.data?.pages.flatMap((page) => page.findings);
  const choices = useChoices(tape);
  const errors = tape.summary?.errors ?? 0;
  if (!query.isFetching && severity === undefined && findings?.length === 0) return null;
  return (
    <Stack as="section" gap={3}>
      <Row as="header" gap={4} lines={2}>
        <Text as="h3" size="body" weight="strong">
          {t('findings.title')}
        </Text>
        <SegmentedChoice
          label={t('findings.show')}
          choices={choices}
          chosen={severity ?? 'all'}
          onChoose={(chosen) => showSeverity(chosen === 'all' ? undefined : chosen)}
        />
        <Box flow="row" as="span" gap={4} lines={1} push>
          {errors > 0 && (
            <Download tape={tape} file="bad-rows.csv" label={t('findings.downloadRows')} />
          )}
          <Download tape={tape} file="findings.csv" label={t('findings.download')} />
        </Box>
      </Row>
      {query.error ? (
        <ErrorState
          title={failureSentence(query.error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : findings === undefined ? (
        <SkeletonLines lines={4} />
      ) : findings.length === 0 ? (
        <Text tone="muted">{t(`findings.none.${severity ?? 'error'}`)}</Text>
      ) : (
        <>
          <FindingsTable findings={findings} />
          <MoreRows shown={findings.length} pages={query} />
        </>
      )}
    </Stack>
  );
}

type DownloadProps = {
  tape: TapeImport;
  file: 'bad-rows.csv' | 'findings.csv';
  label: string;
};

function Download({ tape, file, label }: DownloadProps) {
  return (
    <TextLink
      as="a"
      plain
      icon={<IconDownload size={18} stroke={1.5} aria-hidden="true" />}
      href={`/api/imports/${encodeURIComponent(tape.id)}/${file}`}
      download={`${tape.fileName}.${file}`}
    >
      {label}
    </TextLink>
  );
}

function useChoices({ summary, state }: TapeImport) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  // The dry run's totals do not include findings of the booking.
  const counted = state !== 'failed' && summary !== null;
  const label = (word: string, count: number) =>
    counted ? t('findings.counted', { word, figure: format.count(count) }) : word;
  const errors = summary?.errors ?? 0;
  const warnings = summary?.warnings ?? 0;
  return [
    { value: 'all', label: label(t('findings.all'), errors + warnings) },
    { value: 'error', label: label(t('findings.errors'), errors) },
    { value: 'warning', label: label(t('findings.warnings'), warnings) },
  ] as const;
}

/** Findings by row and column; on narrow screens these are above each sentence. */
export function FindingsTable({ findings }: { findings: readonly Finding[] }) {
  const { t } = useTranslation('imports');
  const isPhone = useIsPhone();
  const wide: readonly FigureColumn<Finding>[] = [
    {
      id: 'row',
      header: t('findings.row'),
      align: 'end',
      cell: ({ row }) => (row === null ? t('findings.file') : <Count value={row} />),
    },
    {
      id: 'severity',
      header: t('findings.severity'),
      cell: (finding) => <Severity {...finding} />,
    },
    {
      id: 'column',
      header: t('findings.column'),
      cell: ({ column }) => <CodeText>{column}</CodeText>,
    },
    {
      id: 'message',
      header: t('findings.message'),
      wide: true,
      cell: (finding) => <Sentence finding={finding} />,
    },
  ];
  const narrow: readonly FigureColumn<Finding>[] = [
    { id: 'message', header: t('findings.message'), wide: true, cell: Stacked },
  ];
  return (
    <FigureTable
      label={t('findings.title')}
      columns={isPhone ? narrow : wide}
      rows={findings}
      rowId={({ number }) => number}
    />
  );
}

function Stacked(finding: Finding) {
  return <StackedFinding finding={finding} />;
}

function StackedFinding({ finding }: { finding: Finding }) {
  const { t } = useTranslation('imports');
  const { row, column } = finding;
  return (
    <Box pad={[2, 0]}>
      <Row as="span" gap={3} lines={0} tone="muted">
        <Severity {...finding} />
        {row === null ? t('findings.file') : t('findings.rowNumber', { row })}
        {column && <CodeText>{column}</CodeText>}
      </Row>
      <Sentence finding={finding} pad={[1, 0, 0]} />
    </Box>
  );
}

function Severity({ severity }: Pick<Finding, 'severity'>) {
  const { t } = useTranslation('imports');
  return (
    <StatusBadge tone={severity === 'error' ? 'late' : 'soon'}>
      {t(`findings.${severity}`)}
    </StatusBadge>
  );
}

type SentenceProps = Pick<ComponentProps<typeof Box>, 'pad'> & { finding: Finding };

function Sentence({ finding, pad = [2, 0] }: SentenceProps) {
  const { t } = useTranslation('imports');
  return (
    <Box as="span" breaks pad={pad} className={classes.sentence}>
      {findingSentence(finding, t)}
    </Box>
  );
}
