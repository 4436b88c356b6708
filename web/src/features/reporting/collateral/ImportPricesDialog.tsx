import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { PreviewPrices } from '@bursar/contracts/reporting/collateral';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { FileDrop } from '../../../ui/file/FileDrop.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import { useImportPrices, usePreviewPrices } from './collateral.queries.ts';

type ImportPricesDialogProps = { readonly opened: boolean; readonly onClose: () => void };
type Preview = AnswerOf<PreviewPrices>;

/** Imports a CSV of prices: the user sees what each row would do before anything is saved. */
export function ImportPricesDialog({ opened, onClose }: ImportPricesDialogProps) {
  const { t } = useTranslation('collateral');
  const format = useFormat();
  const [file, setFile] = useState<{ id: string; text: string } | null>(null);
  const preview = usePreviewPrices();
  const importing = useImportPrices();
  const close = () => {
    setFile(null);
    preview.reset();
    importing.reset();
    onClose();
  };
  const read = async (chosen: File) => {
    importing.reset();
    const text = await chosen.text();
    setFile({ id: uuidv7(), text });
    preview.mutate(text);
  };
  const fresh = preview.data?.fresh ?? 0;
  const take = () => {
    if (!file || fresh === 0) return;
    importing.mutate(file, {
      onSuccess: ({ taken }) => {
        notify.success(t('file.taken', { count: taken, prices: format.count(taken) }));
        close();
      },
    });
  };
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      size="wide"
      title={t('file.open')}
      submitLabel={t('file.take', { count: fresh, prices: format.count(fresh) })}
      onSubmit={take}
      busy={importing.isPending}
      failure={importing.error ? failureSentence(importing.error) : undefined}
    >
      <FileDrop
        title={t('file.drop')}
        hint={t('file.hint')}
        endings={['.csv']}
        largestBytes={400_000}
        onFile={(chosen) => void read(chosen)}
        problem={preview.error ? failureSentence(preview.error) : undefined}
      />
      {preview.data && <PreviewRows preview={preview.data} />}
    </FormDialog>
  );
}

/** Enough rows to check what was read; rows with errors come first. */
const SHOWN = 100;

function PreviewRows({ preview }: { preview: Preview }) {
  const { t } = useTranslation('collateral');
  const format = useFormat();
  const { fresh, known, refused } = preview;
  const rows = preview.rows
    .toSorted((one, other) => Number(one.problem === null) - Number(other.problem === null))
    .slice(0, SHOWN);
  type Row = Preview['rows'][number];
  return (
    <Stack gap={2}>
      <Text aria-live="polite">
        {t('file.summary', {
          fresh: format.count(fresh),
          known: format.count(known),
          refused: format.count(refused),
        })}
      </Text>
      <FigureTable
        label={t('file.rows')}
        rows={rows}
        rowId={({ row }) => row}
        rowMark={({ problem }) => (problem === null ? undefined : 'late')}
        columns={[
          { id: 'row', header: t('file.row'), cell: ({ row }: Row) => format.count(row) },
          {
            id: 'symbol',
            header: t('asset.asset'),
            cell: ({ symbol }: Row) => <bdi>{symbol}</bdi>,
          },
          {
            id: 'price',
            header: t('price.price'),
            align: 'end',
            cell: ({ price, currency }: Row) => <bdi dir="ltr">{`${price} ${currency}`}</bdi>,
          },
          {
            id: 'time',
            header: t('price.time'),
            cell: ({ time }: Row) => <bdi dir="ltr">{time}</bdi>,
          },
          {
            id: 'source',
            header: t('asset.source'),
            cell: ({ source }: Row) => <bdi>{source}</bdi>,
          },
          {
            id: 'result',
            header: t('file.result'),
            wide: true,
            cell: ({ problem, isKnown }: Row) =>
              problem === null ? (
                t(isKnown ? 'file.known' : 'file.new')
              ) : (
                <Text as="span" tone="late">
                  {t(`problem.${problem}`)}
                </Text>
              ),
          },
        ]}
      />
      {preview.rows.length > SHOWN && (
        <Text tone="muted" size="caption">
          {t('file.shown', { shown: format.count(SHOWN), all: format.count(preview.rows.length) })}
        </Text>
      )}
    </Stack>
  );
}
