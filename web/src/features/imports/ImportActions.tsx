import type { TapeImport } from '@bursar/contracts/imports';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button/Button.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { useBookGoodRows, useBookImport, useCancelImport } from './imports.queries.ts';
import { UndoImport } from './UndoImport.tsx';
import { newImport, useImportAddress } from './use-import-address.ts';
import classes from './ImportActions.module.css';

/** What can be done with an import now, at the foot of its drawer. */
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
  const words = { count: loans, loans: format.count(loans) };
  const verbOfLoans = errors > 0 ? t('book.goodVerb', words) : t('book.verb', words);
  const verbOfUpdate = t('book.update', {
    fresh: format.count(comparison?.new ?? 0),
    changed: format.count(comparison?.changed ?? 0),
  });
  const verb = changes === 0 ? t('book.blocked') : comparison ? verbOfUpdate : verbOfLoans;
  return (
    <>
      {failure ? (
        <p className={classes.reason} role="alert">
          {failureSentence(failure)}
        </p>
      ) : (
        <BookingNote errors={errors} loans={loans} changes={changes} />
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

/** Why nothing, or not everything, can be booked. */
function BookingNote({ errors, loans, changes }: Record<'errors' | 'loans' | 'changes', number>) {
  const { t } = useTranslation('imports');
  if (errors === 0 && changes > 0) return null;
  const withoutErrors = loans > 0 ? 'isUpToDate' : 'hasNoLoans';
  const withErrors = changes > 0 ? 'hasGoodRows' : 'hasErrors';
  const note = errors === 0 ? withoutErrors : withErrors;
  return <p className={classes.reason}>{t(`book.${note}`)}</p>;
}

function BookedActions({ tape }: { tape: TapeImport }) {
  const { t } = useTranslation('imports');
  return (
    <>
      <UndoImport tape={tape} />
      <ButtonLink kind="primary" to={paths.importedLoans(tape.id)}>
        {t('showLoans')}
      </ButtonLink>
    </>
  );
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
