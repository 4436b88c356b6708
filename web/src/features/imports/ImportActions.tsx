import type { TapeImport } from '@bursar/contracts/imports';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button/Button.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { useBookImport, useCancelImport } from './imports.queries.ts';
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
  const book = useBookImport(tape.id);
  const cancel = useCancelImport(tape.id);
  const loans = tape.summary?.loans ?? 0;
  const errors = tape.summary?.errors ?? 0;
  const failure = book.error ?? cancel.error;
  const obstacle =
    errors > 0 ? t('book.hasErrors') : loans === 0 ? t('book.hasNoLoans') : undefined;
  return (
    <>
      {(failure || obstacle) && (
        <p className={classes.reason} role={failure ? 'alert' : undefined}>
          {failure ? failureSentence(failure) : obstacle}
        </p>
      )}
      <Button busy={cancel.isPending} disabled={book.isPending} onClick={() => cancel.mutate()}>
        {t('discard')}
      </Button>
      <Button
        kind="primary"
        busy={book.isPending}
        disabled={obstacle !== undefined || cancel.isPending}
        onClick={() => book.mutate()}
      >
        {obstacle
          ? t('book.blocked')
          : t('book.verb', { count: loans, loans: format.count(loans) })}
      </Button>
    </>
  );
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
