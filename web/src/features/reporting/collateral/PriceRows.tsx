import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { TableNote } from '../../../ui/table/TableNote.tsx';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import type { PricePreview } from './collateral.queries.ts';

/** Maximum number of rows shown, which is enough to check what was read. */
const SHOWN = 100;

/** The effect of the file's rows, up to `SHOWN`; rows with errors come first. */
export function PriceRows({ preview }: { readonly preview: PricePreview }) {
  const { t } = useTranslation('collateral');
  const format = useFormat();
  const { fresh, known, refused } = preview;
  const rows = preview.rows
    .toSorted((one, other) => Number(one.problem === null) - Number(other.problem === null))
    .slice(0, SHOWN);
  type Row = PricePreview['rows'][number];
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
        <TableNote>
          {t('file.shown', { shown: format.count(SHOWN), all: format.count(preview.rows.length) })}
        </TableNote>
      )}
    </Stack>
  );
}
