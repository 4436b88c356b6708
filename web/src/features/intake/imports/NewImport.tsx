import { TAPE_BYTES_MAX } from '@bursar/contracts/intake/tape-limits';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TapeImport } from '@bursar/contracts/intake/imports';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { FileDrop } from '../../../ui/file/FileDrop.tsx';
import { DayField } from '../../../ui/form/DayField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { loadOf } from '../../../lib/load-of.ts';
import { Count } from '../../../ui/format/Count.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { TableToCome } from '../../../ui/page/PageShape.tsx';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { StatusBadge, type StatusTone } from '../../../ui/status/StatusBadge.tsx';
import { TextLink } from '../../../ui/link/TextLink.tsx';
import { CellPair } from '../../../ui/table/CellPair.tsx';
import { Note } from '../../../ui/status/Note.tsx';
import type { Taken } from './use-tape-upload.ts';
import { importsQuery } from './imports.queries.ts';
import { useImportAddress } from './use-import-address.ts';
import classes from './Imports.module.css';
import { useIsPhone } from '../../../ui/state/use-media.ts';

type NewImportProps = {
  onFile: (file: File, taken: Taken) => void;
  /** Says why the import at this address does not exist. */
  notice?: string;
};

export const tapeEndings = ['.csv', '.txt', '.xlsx', '.xls', '.ods', '.zip'] as const;

/** The start of an import: a file, the template, and the earlier imports. */
export function NewImport({ onFile, notice }: NewImportProps) {
  const { t } = useTranslation('imports');
  // The session may load after the page, so the default day is not stored in the state.
  const { today } = useFormat().settings;
  const [chosen, setChosen] = useState<string | null>();
  const cutOffOn = chosen === undefined ? (today ?? null) : chosen;
  const [isAsked, setAsked] = useState(false);
  const problem =
    cutOffOn === null
      ? t('cutOff.missing')
      : today && cutOffOn > today
        ? t('cutOff.future')
        : undefined;
  const take = (file: File) => {
    setAsked(true);
    if (cutOffOn !== null && !problem) onFile(file, { cutOffOn, readAs: {} });
  };
  return (
    <Stack gap={5}>
      {notice && (
        <Note role="status" kind="soon" tabular>
          {notice}
        </Note>
      )}
      <DayField
        id="cut-off-day"
        label={t('cutOff.label')}
        hint={t('cutOff.hint')}
        value={cutOffOn}
        onChange={setChosen}
        today={today ?? ''}
        {...(today !== undefined && { latest: today })}
        error={isAsked ? problem : undefined}
        required
      />
      <FileDrop
        title={t('drop.title')}
        titleOnTouch={t('drop.onPhone')}
        hint={t('drop.hint')}
        endings={tapeEndings}
        largestBytes={TAPE_BYTES_MAX}
        onFile={take}
      />
      <Row as="p" gap={4} lines={1} tone="muted" size="table">
        <TextLink
          as="a"
          icon={<IconDownload size={18} stroke={1.5} aria-hidden="true" />}
          href="/api/imports/template.csv"
          download="bursar-loan-tape.csv"
        >
          {t('template.download')}
        </TextLink>
        <span>{t('template.hint')}</span>
      </Row>
      <FormerImports />
    </Stack>
  );
}

/** The portfolio's latest imports, newest first. */
function FormerImports() {
  const { t } = useTranslation('imports');
  const query = useQuery(importsQuery);
  return (
    <Stack as="section" gap={3}>
      <Text as="h3" size="body" weight="strong">
        {t('former.title')}
      </Text>
      <Loaded load={loadOf(query)} waiting={<TableToCome rows={3} />}>
        {(data) => <ImportsTable imports={data.imports} />}
      </Loaded>
    </Stack>
  );
}

function ImportsTable({ imports }: { imports: readonly TapeImport[] }) {
  const { t } = useTranslation('imports');
  const isPhone = useIsPhone();
  const file: FigureColumn<TapeImport> = {
    id: 'file',
    header: t('former.file'),
    wide: true,
    cell: ({ id, fileName }) => <FileLink importId={id} fileName={fileName} />,
  };
  const state: FigureColumn<TapeImport> = {
    id: 'state',
    header: t('former.state'),
    cell: (tape) =>
      tape.undoneAt === null ? (
        <ImportStateBadge tape={tape} />
      ) : (
        <CellPair
          first={<ImportStateBadge tape={tape} />}
          second={
            <>
              <bdi>{tape.undoneBy}</bdi>, <InstantText at={tape.undoneAt} />
            </>
          }
        />
      ),
  };
  const others: readonly FigureColumn<TapeImport>[] = [
    {
      id: 'loans',
      header: t('former.loans'),
      align: 'end',
      cell: ({ summary }) => (summary ? <Count value={summary.loans} /> : '–'),
    },
    {
      id: 'errors',
      header: t('former.errors'),
      align: 'end',
      cell: ({ summary }) => (summary ? <Count value={summary.errors} /> : '–'),
    },
    { id: 'who', header: t('former.who'), cell: ({ createdBy }) => <bdi>{createdBy}</bdi> },
    {
      id: 'when',
      header: t('former.when'),
      cell: ({ createdAt }) => <InstantText at={createdAt} />,
    },
  ];
  if (imports.length === 0) return <Text tone="muted">{t('former.none')}</Text>;
  return (
    <FigureTable
      label={t('former.title')}
      columns={isPhone ? [file, state] : [file, state, ...others]}
      rows={imports}
      rowId={({ id }) => id}
    />
  );
}

function FileLink({ importId, fileName }: { importId: string; fileName: string }) {
  const { hrefOf } = useImportAddress();
  return (
    <Link to={hrefOf(importId)} preventScrollReset className={classes.file}>
      <bdi>{fileName}</bdi>
    </Link>
  );
}

export function ImportStateBadge({ tape }: { tape: Pick<TapeImport, 'state' | 'summary'> }) {
  const { t } = useTranslation('imports');
  const { state, summary } = tape;
  if (state === 'checked' && (summary?.errors ?? 0) > 0) {
    return <StatusBadge tone="late">{t('state.hasErrors')}</StatusBadge>;
  }
  return <StatusBadge tone={tones[state]}>{t(`state.${state}`)}</StatusBadge>;
}

const tones: Record<TapeImport['state'], StatusTone> = {
  checking: 'open',
  checked: 'neutral',
  booking: 'open',
  booked: 'good',
  undone: 'done',
  cancelled: 'done',
  failed: 'late',
};
