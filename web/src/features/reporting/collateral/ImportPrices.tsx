import type { FileQuestion } from '@bursar/contracts/intake/file-questions';
import { PRICE_FILE_BYTES_MAX } from '@bursar/contracts/reporting/price-files.values';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { findingSentence } from '../../../lib/finding-sentence.ts';
import { useAnswerText } from '../../../lib/use-answer-text.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { FileDrop } from '../../../ui/file/FileDrop.tsx';
import { FileQuestions } from '../../../ui/file/FileQuestions.tsx';
import { FormFailure } from '../../../ui/form/FormMessages.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { SideDrawer } from '../../../ui/overlay/SideDrawer.tsx';
import {
  useImportPrices,
  usePreviewPrices,
  type PricePreview,
  type SentPrices,
} from './collateral.queries.ts';
import { PriceReading } from './PriceReading.tsx';
import { PriceRows } from './PriceRows.tsx';

type ImportPricesProps = { readonly opened: boolean; readonly onClose: () => void };

const endings = ['.csv', '.txt', '.tsv', '.xlsx', '.xls', '.ods', '.zip'] as const;

/** The import of a price list: the user sees what each row would do before anything is saved. */
export function ImportPrices({ opened, onClose }: ImportPricesProps) {
  const { t } = useTranslation('collateral');
  const { t: findingText } = useTranslation('imports');
  const answerText = useAnswerText();
  const format = useFormat();
  const [sent, setSent] = useState<SentPrices | null>(null);
  const [questions, setQuestions] = useState<readonly FileQuestion[]>([]);
  const preview = usePreviewPrices();
  const importing = useImportPrices();
  const leave = () => {
    setSent(null);
    setQuestions([]);
    preview.reset();
    importing.reset();
  };
  const close = () => {
    leave();
    onClose();
  };
  const check = (next: SentPrices) => {
    setSent(next);
    importing.reset();
    preview.mutate(next, { onSuccess: (read) => setQuestions(read.questions) });
  };
  const read = readIn(preview.data);
  const fresh = read?.fresh ?? 0;
  const take = () =>
    sent &&
    importing.mutate(sent, {
      onSuccess: ({ taken }) => {
        notify.success(t('file.taken', { count: taken, prices: format.count(taken) }));
        close();
      },
    });
  const unreadable = preview.data?.unreadable;
  const problem = preview.error ? failureSentence(preview.error) : undefined;
  return (
    <SideDrawer
      opened={opened}
      onClose={close}
      title={sent && read ? <bdi>{sent.file.name}</bdi> : t('file.open')}
      size="table"
      footer={
        read && (
          <>
            <Button onClick={leave}>{t('file.other')}</Button>
            {fresh > 0 && (
              <Button kind="primary" busy={importing.isPending} onClick={take}>
                {t('file.take', { count: fresh, prices: format.count(fresh) })}
              </Button>
            )}
          </>
        )
      }
    >
      {sent && questions.length > 0 ? (
        <FileQuestions
          fileName={sent.file.name}
          questions={questions}
          answerText={answerText}
          onAnswer={(answers) => check({ ...sent, answers: { ...sent.answers, ...answers } })}
          onLeave={leave}
          busy={preview.isPending}
          failure={problem}
        />
      ) : sent && read ? (
        <Stack gap={6}>
          <FormFailure failure={importing.error ? failureSentence(importing.error) : problem} />
          <PriceReading
            key={JSON.stringify([sent.id, sent.table, sent.columns, sent.source])}
            read={read}
            sent={sent}
            isChecking={preview.isPending}
            onCheck={check}
          />
          {read.missing.length === 0 && <PriceRows preview={read} />}
        </Stack>
      ) : (
        <FileDrop
          title={preview.isPending ? t('file.checking') : t('file.drop')}
          titleOnTouch={t('file.add')}
          hint={t('file.hint')}
          endings={endings}
          largestBytes={PRICE_FILE_BYTES_MAX}
          onFile={(file) => check({ id: uuidv7(), file, answers: {}, columns: null, source: null })}
          problem={unreadable ? findingSentence(unreadable, findingText) : problem}
          disabled={preview.isPending}
        />
      )}
    </SideDrawer>
  );
}

/** Returns the preview if its table was read and no questions are open. */
function readIn(preview: PricePreview | undefined) {
  if (!preview || preview.questions.length > 0 || preview.unreadable) return undefined;
  return preview;
}
