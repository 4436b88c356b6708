import type { TapeImport } from '@bursar/contracts/imports';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../lib/api-client.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { SkeletonLines } from '../../ui/page/Skeleton.tsx';
import { Findings } from './Findings.tsx';
import { ImportArrears } from './ImportArrears.tsx';
import { ImportComparison } from './ImportComparison.tsx';
import { ImportFacts } from './ImportFacts.tsx';
import { ImportFigures } from './ImportFigures.tsx';
import { ImportOutcome } from './ImportOutcome.tsx';
import { ImportSample } from './ImportSample.tsx';
import { isRunning } from './imports.queries.ts';
import { NewImport } from './NewImport.tsx';
import { RunningImport } from './RunningImport.tsx';
import type { TapeImportQuery } from './use-tape-import.ts';
import type { AgainProps } from './use-tape-upload.ts';
import classes from './OneImport.module.css';

type OneImportProps = AgainProps & { query: TapeImportQuery };

/** An import the server has: how far it is, what is in its file, what is wrong with it. */
export function OneImport({ query, ...again }: OneImportProps) {
  const { t } = useTranslation('imports');
  const { data: tape, error, isFetching, refetch } = query;
  if (tape) return <Known tape={tape} {...again} />;
  if (error instanceof ApiFailure && error.code === 'not_found') {
    // The page was left while the file was on its way: the server never had all of it.
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
  // What made the booking fail was found after the sums were made.
  const mayHaveFindings = errors + (summary?.warnings ?? 0) > 0 || state === 'failed';
  const isToBeMended = errors > 0 || state === 'failed';
  const findings = mayHaveFindings && <Findings tape={tape} />;
  return (
    <div className={classes.import}>
      <ImportFacts tape={tape} />
      {works ? <RunningImport key={state} tape={tape} /> : <ImportOutcome tape={tape} />}
      {isToBeMended && findings}
      {summary?.comparison && !works && state !== 'cancelled' && (
        <ImportComparison tape={tape} comparison={summary.comparison} />
      )}
      {state === 'checked' && <ImportSample tape={tape} {...again} />}
      {summary && summary.loans > 0 && <ImportFigures summary={summary} currency={tape.currency} />}
      {summary?.arrears && summary.loans > 0 && (
        <ImportArrears arrears={summary.arrears} tape={tape} />
      )}
      {!isToBeMended && findings}
    </div>
  );
}
