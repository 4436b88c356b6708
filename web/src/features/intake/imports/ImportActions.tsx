import type { TapeImport } from '@bursar/contracts/intake/imports';
import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { paths } from '../../../lib/paths.ts';
import { Button, ButtonLink } from '../../../ui/button/Button.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { ApiFailure } from '../../../lib/api-client.ts';
import { Box } from '../../../ui/layout/Box.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { loadOf } from '../../../lib/load-of.ts';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import {
  useBookGoodRows,
  useBookImport,
  useCancelImport,
  useLacksColumns,
  useOpenQuestions,
  useUndoImport,
  obstaclesQuery,
} from './imports.queries.ts';
import { newImport, useImportAddress } from './use-import-address.ts';
import classes from './Imports.module.css';

/** The actions on an import, at the bottom of its drawer. */
export function ImportActions({ tape }: { tape: TapeImport }) {
  if (tape.state === 'checked') return <CheckedActions tape={tape} />;
  return tape.state === 'booked' ? <BookedActions tape={tape} /> : <EndedActions />;
}

function CheckedActions({ tape }: { tape: TapeImport }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const whole = useBookImport(tape.id);
  const goodRows = useBookGoodRows(tape.id);
  const cancel = useCancelImport(tape.id);
  const errors = tape.summary?.errors ?? 0;
  const book = errors > 0 ? goodRows : whole;
  const loans = (errors > 0 ? tape.summary?.goodLoans : tape.summary?.loans) ?? 0;
  const failure = book.error ?? cancel.error;
  const { comparison = null } = tape.summary ?? {};
  const changes = comparison ? comparison.new + comparison.changed : loans;
  const values = { count: loans, loans: format.count(loans) };
  const verbOfLoans = errors > 0 ? t('book.goodVerb', values) : t('book.verb', values);
  const verbOfUpdate = t('book.update', {
    fresh: format.count(comparison?.new ?? 0),
    changed: format.count(comparison?.changed ?? 0),
  });
  const verb = changes === 0 ? t('book.blocked') : comparison ? verbOfUpdate : verbOfLoans;
  return (
    <>
      {failure ? (
        <Text tone="late" className={classes.reason} role="alert">
          {failureSentence(failure)}
        </Text>
      ) : (
        <BookingNote tape={tape} loans={loans} changes={changes} />
      )}
      <Button busy={cancel.isPending} disabled={book.isPending} onClick={() => cancel.mutate()}>
        {t('discard')}
      </Button>
      <Button
        kind="primary"
        busy={book.isPending}
        disabled={changes === 0 || cancel.isPending}
        onClick={() => book.mutate()}
      >
        {verb}
      </Button>
    </>
  );
}

type BookingNoteProps = { tape: TapeImport; loans: number; changes: number };

/** Says why nothing, or only a part, can be booked. */
function BookingNote({ tape, loans, changes }: BookingNoteProps) {
  const { t } = useTranslation('imports');
  const errors = tape.summary?.errors ?? 0;
  const open = useOpenQuestions(tape);
  const lacksColumns = useLacksColumns(tape);
  if (errors === 0 && changes > 0) return null;
  const withoutErrors = loans > 0 ? 'isUpToDate' : 'hasNoLoans';
  const withoutRows = errors > open ? 'hasErrors' : 'hasQuestions';
  const withErrors = changes > 0 ? 'hasGoodRows' : withoutRows;
  const withFile = lacksColumns ? 'lacksColumns' : withErrors;
  const note = errors === 0 ? withoutErrors : withFile;
  return (
    <Text tone="muted" className={classes.reason}>
      {t(`book.${note}`)}
      {note === 'hasErrors' && open > 0 && ` ${t('book.hasQuestions')}`}
    </Text>
  );
}

function BookedActions({ tape }: { tape: TapeImport }) {
  const { t } = useTranslation('imports');
  return (
    <>
      <UndoImport tape={tape} />
      {isWhollyAssigned(tape) ? (
        <ButtonLink kind="primary" to={paths.loansOfImport(tape.id)}>
          {t('showAllLoans')}
        </ButtonLink>
      ) : (
        <ButtonLink kind="primary" to={paths.importedLoans(tape.id)}>
          {t('showLoans')}
        </ButtonLink>
      )}
    </>
  );
}

/** Returns whether a column of the tape assigned every loan to a team or an agent. */
function isWhollyAssigned({ summary }: TapeImport): boolean {
  return summary?.holders?.every(({ kind }) => kind !== null) ?? false;
}

function EndedActions() {
  const { t } = useTranslation('imports');
  const { hrefOf } = useImportAddress();
  return (
    <ButtonLink to={hrefOf(newImport)} preventScrollReset>
      {t('another')}
    </ButtonLink>
  );
}

/** Undoes a whole import after a confirmation. Later activity on its loans prevents this. */
function UndoImport({ tape }: { tape: TapeImport }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const [isAsking, setAsking] = useState(false);
  const undo = useUndoImport(tape.id);
  const isWorked =
    undo.error instanceof ApiFailure && undo.error.code === 'import_loans_already_worked';
  const values = { count: tape.rowsBooked, loans: format.count(tape.rowsBooked) };
  return (
    <>
      <Button
        onClick={() => {
          undo.reset();
          setAsking(true);
        }}
      >
        {t('undo.verb')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('undo.question')}
        confirmLabel={t('undo.verb')}
        tone="danger"
        busy={undo.isPending}
        failure={undo.error ? failureSentence(undo.error) : undefined}
        onConfirm={() => undo.mutate(undefined, { onSuccess: () => setAsking(false) })}
      >
        {tape.summary?.comparison ? t('undo.updateMeaning') : t('undo.meaning', values)}
        {isWorked && <ImportObstacles importId={tape.id} />}
      </ConfirmDialog>
    </>
  );
}

/**
 * The activity on an import's loans that prevents its undo, and how to clear it if that is
 * possible.
 */
function ImportObstacles({ importId }: { importId: string }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const query = useQuery(obstaclesQuery(importId));
  return (
    <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={3} />}>
      {({ count, loans }) => (
        <>
          <Box
            flow="stack"
            as="ul"
            gap={2}
            above={3}
            className={classes.obstacles}
            aria-label={t('undo.inTheWay')}
          >
            {loans.map(({ loanId, reference, obstacles }) => (
              <Box flow="grid" key={loanId} as="li" columns="max-content minmax(0, 1fr)" gap={3}>
                <Link to={paths.loanDetails(loanId)}>
                  <bdi>{reference}</bdi>
                </Link>
                <span>{obstacles.map((obstacle) => t(`undo.obstacle.${obstacle}`)).join(' ')}</span>
              </Box>
            ))}
          </Box>
          {count > loans.length && (
            <p>
              {t('undo.moreInTheWay', {
                count: count - loans.length,
                loans: format.count(count - loans.length),
              })}
            </p>
          )}
        </>
      )}
    </Loaded>
  );
}
