import type { TapeImport } from '@bursar/contracts/imports';
import { TAPE_BYTES_MAX } from '@bursar/contracts/tape-limits';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/Button.tsx';
import { FileDrop } from '../../ui/file/FileDrop.tsx';
import { useCancelImport } from './imports.queries.ts';
import { tapeEndings } from './NewImport.tsx';
import type { AgainProps, ReadAs } from './use-tape-upload.ts';

type CheckAgainProps = AgainProps & { tape: TapeImport; readAs: ReadAs };

/** Sends the file again, to be read as a person says; the check that stands until then is given up. */
export function CheckAgain({ tape, readAs, heldFile, onAgain }: CheckAgainProps) {
  const { t } = useTranslation('imports');
  const cancel = useCancelImport(tape.id);
  const start = (file: File) => {
    // A check that is not given up here ends by itself after a day.
    cancel.mutate();
    onAgain(file, { cutOffOn: tape.cutOffOn, readAs });
  };
  if (heldFile === null) {
    // The page was loaded anew since: only the reader's own disk has the file.
    return (
      <FileDrop
        title={t('again.chooseFile', { file: tape.fileName })}
        hint={t('again.hint')}
        endings={tapeEndings}
        largestBytes={TAPE_BYTES_MAX}
        onFile={start}
      />
    );
  }
  return (
    <div>
      <Button onClick={() => start(heldFile)}>{t('again.verb')}</Button>
    </div>
  );
}
