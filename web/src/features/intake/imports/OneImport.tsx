import type { TapeImport } from '@bursar/contracts/intake/imports';
import { wholeFileFields } from '@bursar/contracts/intake/tape-whole-file.values';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiFailure } from '../../../lib/api-client.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { spellBytes } from '../../../ui/file/refuse-file.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { isolated } from '../../../ui/format/isolated.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { ProgressBar } from '../../../ui/progress/ProgressBar.tsx';
import { Stack, Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Note } from '../../../ui/status/Note.tsx';
import { Findings } from './Findings.tsx';
import { ImportArrears, ImportFigures, ImportHolders } from './ImportFigures.tsx';
import { ImportComparison } from './ImportComparison.tsx';
import { ImportSample } from './ImportSample.tsx';
import {
  isRunning,
  useCancelImport,
  useLacksColumns,
  useOpenQuestions,
  type TapeImportQuery,
} from './imports.queries.ts';
import { NewImport, ImportStateBadge } from './NewImport.tsx';
import { fieldText } from './TapeColumns.tsx';
import { forAllText } from './TapeForAll.tsx';
import type { AgainProps } from './use-tape-upload.ts';
import { newImport, useImportAddress } from './use-import-address.ts';

type OneImportProps = AgainProps & { query: TapeImportQuery };

/** An import on the server: its progress, its totals and its findings. */
export function OneImport({ query, ...again }: OneImportProps) {
  const { t } = useTranslation('imports');
  const { data: tape, error, isFetching, refetch } = query;
  if (tape) return <Known tape={tape} {...again} />;
  if (error instanceof ApiFailure && error.code === 'not_found') {
    // Most likely the page was closed during the upload, so that the server never received the
    // whole file.
    return <NewImport onFile={again.onAgain} notice={t('upload.neverArrived')} />;
  }
  if (error) {
    return (
      <ErrorState
        title={failureSentence(error)}
        safe={t('error.safe')}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  return <SkeletonLines lines={6} />;
}

function Known({ tape, ...again }: AgainProps & { tape: TapeImport }) {
  const { state, summary } = tape;
  const works = isRunning(state);
  const errors = summary?.errors ?? 0;
  // A failed booking adds findings after the totals were made.
  const mayHaveFindings = errors + (summary?.warnings ?? 0) > 0 || state === 'failed';
  const isToBeMended = errors > 0 || state === 'failed';
  const findings = mayHaveFindings && <Findings tape={tape} />;
  return (
    <Stack gap={6}>
      <ImportFacts tape={tape} />
      {works ? <RunningImport key={state} tape={tape} /> : <ImportOutcome tape={tape} />}
      {state === 'checked' && isToBeMended && <ImportSample tape={tape} {...again} />}
      {isToBeMended && findings}
      {summary?.comparison && !works && state !== 'cancelled' && (
        <ImportComparison tape={tape} comparison={summary.comparison} />
      )}
      {state === 'checked' && !isToBeMended && <ImportSample tape={tape} {...again} />}
      {summary && summary.loans > 0 && <ImportFigures summary={summary} currency={tape.currency} />}
      {summary?.holders && summary.holders.length > 0 && (
        <ImportHolders holders={summary.holders} currency={tape.currency} />
      )}
      {summary?.arrears && summary.loans > 0 && (
        <ImportArrears arrears={summary.arrears} tape={tape} />
      )}
      {!isToBeMended && findings}
    </Stack>
  );
}

/** The import's state, its file's size, who uploaded the file and when, and its cut-off day. */
function ImportFacts({ tape }: { tape: TapeImport }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const { hrefOf } = useImportAddress();
  return (
    <Row as="p" gap={4} lines={1} tone="muted" size="table" tabular>
      <ImportStateBadge tape={tape} />
      <span>
        {t('facts', {
          size: spellBytes(tape.fileBytes, format.settings.locale),
          who: tape.createdBy,
          when: format.instant(tape.createdAt),
        })}
      </span>
      {tape.cutOffOn !== null && (
        <span>{t('cutOff.fact', { day: format.day(tape.cutOffOn) })}</span>
      )}
      <ForAllFact tape={tape} />
      <Box as="span" push>
        <Link to={hrefOf(newImport)} preventScrollReset>
          {t('otherImports')}
        </Link>
      </Box>
    </Row>
  );
}

/** The values that the user gave for all loans. */
function ForAllFact({ tape: { forAll } }: { tape: TapeImport }) {
  const { t } = useTranslation(['imports', 'facts']);
  const format = useFormat();
  const given = wholeFileFields.flatMap((field) => {
    const value = forAll[field];
    return value === undefined
      ? []
      : [`${fieldText(t, field)} ${forAllText(t, format, field, value)}`];
  });
  if (given.length === 0) return null;
  const list = new Intl.ListFormat(format.settings.locale, { type: 'unit' }).format(given);
  return <span>{t('imports:forAll.fact', { values: list })}</span>;
}

function ImportOutcome({ tape }: { tape: TapeImport }) {
  const sentence = useOutcome(tape);
  return (
    <Note role="status" kind={toneOf(tape)} tabular>
      {sentence}
    </Note>
  );
}

function useOutcome(tape: TapeImport): string {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const { state, summary, failure } = tape;
  const loans = summary?.loans ?? 0;
  const errors = summary?.errors ?? 0;
  const open = useOpenQuestions(tape);
  const lacksColumns = useLacksColumns(tape);
  if (state === 'failed') return t(`failure.${failure?.code ?? 'unexpected_failure'}`);
  if (lacksColumns) return t('outcome.lacksColumns');
  if (open > 0) return t('questions.open', { count: open });
  if (state === 'checked' && errors > 0) {
    return t('outcome.hasErrors', { count: errors, errors: format.count(errors) });
  }
  const { comparison } = summary ?? {};
  if (comparison && (state === 'checked' || state === 'booked' || state === 'undone')) {
    return t(`outcome.update.${state}`, {
      fresh: format.count(comparison.new),
      changed: format.count(comparison.changed),
      missing: format.count(comparison.missing),
      when: format.instant((state === 'undone' ? tape.undoneAt : tape.bookedAt) ?? tape.createdAt),
      who: isolated(tape.undoneBy ?? ''),
    });
  }
  const values = {
    who: isolated(tape.undoneBy ?? ''),
    count: state === 'booked' ? tape.rowsBooked : loans,
    loans: format.count(state === 'booked' ? tape.rowsBooked : loans),
    when: format.instant((state === 'undone' ? tape.undoneAt : tape.bookedAt) ?? tape.createdAt),
  };
  return t(`outcome.${state}`, values);
}

function toneOf({ state, summary }: TapeImport): 'good' | 'late' | 'neutral' {
  if (state === 'booked') return 'good';
  const hasErrors = state === 'checked' && (summary?.errors ?? 0) > 0;
  return state === 'failed' || hasErrors ? 'late' : 'neutral';
}

/**
 * The server's progress with a file, and a button to stop the import; a stopped import books no
 * loans.
 */
function RunningImport({ tape }: { tape: TapeImport }) {
  const { t } = useTranslation('imports');
  const cancel = useCancelImport(tape.id);
  const { state, rowsRead, rowsBooked, summary } = tape;
  const isBooking = state === 'booking';
  // The server stops when it next stores its progress; the import's state then changes.
  const isStopping = cancel.isPending || cancel.isSuccess;
  return (
    <Stack gap={3}>
      <ProgressBar
        label={isBooking ? t('running.booking') : t('running.checking')}
        done={isBooking ? rowsBooked : rowsRead}
        // The number of rows is known only after all are read.
        all={isBooking ? (summary?.loans ?? null) : null}
      />
      {cancel.error && (
        <Text tone="late" role="alert">
          {failureSentence(cancel.error)}
        </Text>
      )}
      <Row justify="between">
        <Text tone="muted">{t('running.safe')}</Text>
        <Button busy={isStopping} onClick={() => cancel.mutate()}>
          {t('cancel')}
        </Button>
      </Row>
    </Stack>
  );
}
