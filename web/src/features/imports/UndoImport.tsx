import type { TapeImport } from '@bursar/contracts/imports';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../lib/api-client.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { Button } from '../../ui/button/Button.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { ImportObstacles } from './ImportObstacles.tsx';
import { useUndoImport } from './imports.queries.ts';

/** Takes a whole import back, after a question. Loans that were worked since keep it in the books. */
export function UndoImport({ tape }: { tape: TapeImport }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const [isAsking, setAsking] = useState(false);
  const undo = useUndoImport(tape.id);
  const isWorked =
    undo.error instanceof ApiFailure && undo.error.code === 'import_loans_already_worked';
  const words = { count: tape.rowsBooked, loans: format.count(tape.rowsBooked) };
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
        {tape.summary?.comparison ? t('undo.updateMeaning') : t('undo.meaning', words)}
        {isWorked && <ImportObstacles importId={tape.id} />}
      </ConfirmDialog>
    </>
  );
}
