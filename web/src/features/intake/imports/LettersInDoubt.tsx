import type { FileQuestion } from '@bursar/contracts/intake/file-questions';
import type { TapeReading } from '@bursar/contracts/intake/tape-reading';
import { textEncodings, type TextEncoding } from '@bursar/contracts/intake/tape-telling';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { Count } from '../../../ui/format/Count.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';

type Doubt = TapeReading['doubts'][number];
type LettersInDoubtProps = {
  reading: TapeReading;
  chosen: TextEncoding | null;
  onChoose: (encoding: TextEncoding | null) => void;
};

/**
 * Asks for the file's encoding, and shows the doubtful letters in each possible encoding, or in the
 * encoding by which the file was read.
 */
export function LettersInDoubt({ reading, chosen, onChoose }: LettersInDoubtProps) {
  const { t } = useTranslation('imports');
  const columns: readonly FigureColumn<Doubt>[] = [
    {
      id: 'row',
      header: t('findings.row'),
      align: 'end',
      cell: (cell) => <Count value={cell.row} />,
    },
    { id: 'column', header: t('findings.column'), cell: ({ column }) => <bdi>{column}</bdi> },
    {
      id: 'value',
      header: t('letters.value'),
      wide: true,
      cell: ({ value }) => <bdi>{value}</bdi>,
    },
  ];
  return (
    <Stack gap={2}>
      <Text as="h3" size="body" weight="strong">
        {t('letters.title')}
      </Text>
      <Text tone="muted" size="table">
        {reading.encoding === null
          ? t('letters.unreadable')
          : t('letters.meaning', { encoding: t(`letters.encodings.${reading.encoding}`) })}
      </Text>
      {reading.encodingQuestion && <LettersByEncoding question={reading.encodingQuestion} />}
      {reading.doubts.length > 0 && (
        <FigureTable
          label={t('letters.title')}
          columns={columns}
          rows={reading.doubts}
          rowId={({ row, column, value }) => `${row} ${column} ${value}`}
        />
      )}
      <Box max="24rem">
        <SelectField
          id="tape-encoding"
          label={t('letters.choose')}
          options={textEncodings.map((one) => ({
            value: one,
            label: t(`letters.encodings.${one}`),
          }))}
          value={chosen}
          onChange={onChoose}
          required
        />
      </Box>
    </Stack>
  );
}

type EncodingChoice = FileQuestion['choices'][number];

function LettersByEncoding({ question }: { question: FileQuestion }) {
  const { t } = useTranslation('imports');
  const columns: readonly FigureColumn<EncodingChoice>[] = [
    {
      id: 'encoding',
      header: t('letters.choose'),
      cell: ({ choice }) => {
        const encoding = textEncodings.find((one) => one === choice);
        return encoding ? t(`letters.encodings.${encoding}`) : choice;
      },
    },
    {
      id: 'readings',
      header: t('letters.value'),
      wide: true,
      cell: ({ readings }) =>
        readings.map((reading, at) => (
          <Box as="div" key={at}>
            <bdi>{reading}</bdi>
          </Box>
        )),
    },
  ];
  return (
    <FigureTable
      label={t('letters.choose')}
      columns={columns}
      rows={question.choices}
      rowId={({ choice }) => choice}
    />
  );
}
