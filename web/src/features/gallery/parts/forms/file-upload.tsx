import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../ui/format/FormatProvider.tsx';
import { FileDrop } from '../../../../ui/file/FileDrop.tsx';
import { spellBytes } from '../../../../ui/file/refuse-file.ts';
import { ProgressBar } from '../../../../ui/progress/ProgressBar.tsx';
import { Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { FigureTable } from '../../../../ui/table/FigureTable.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { useIsPhone } from '../../../../ui/state/use-media.ts';
import { readCsv, type CsvReading } from '../../read-csv.ts';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { ReadHere, SmallPictures, Preview, RequiredColumns },
  components: [
    documented<ComponentProps<typeof FileDrop>>('FileDrop', [
      { name: 'title', type: 'string' },
      { name: 'hint', type: 'ReactNode', standard: '–' },
      { name: 'endings', type: 'readonly string[]' },
      { name: 'largestBytes', type: 'number' },
      { name: 'onFile', type: '(file: File) => void' },
      { name: 'problem', type: 'string', standard: '–' },
    ]),
  ],
  keyboard: [{ keys: ['Tab Enter'], does: 'chooseFile' }],
};

function ReadHere() {
  const { t } = useTranslation('gallery-samples');
  const isPhone = useIsPhone();
  const format = useFormat();
  const [reading, setReading] = useState<CsvReading>(sampleReading);
  const [name, setName] = useState('payments.csv');
  return (
    <Stack gap={3}>
      <FileDrop
        title={t(isPhone ? 'noFile' : 'dropFile')}
        hint={t('noUpload')}
        endings={['.csv']}
        largestBytes={20 * 1024 * 1024}
        onFile={(file) => {
          setName(file.name);
          void readCsv(file, setReading);
        }}
      />
      <ProgressBar
        label={t('readingFile', { name })}
        done={reading.readBytes}
        all={reading.allBytes}
        spell={(bytes) => spellBytes(bytes, format.settings.locale)}
      />
      <p aria-live="polite">
        {t('found', {
          rows: format.count(reading.rows),
          columns: reading.columns.join(', '),
        })}
      </p>
    </Stack>
  );
}

const sampleReading: CsvReading = {
  readBytes: 78,
  allBytes: 78,
  rows: 2,
  columns: ['reference', 'amount', 'day'],
};

function SmallPictures() {
  const { t } = useTranslation('gallery-samples');
  const isPhone = useIsPhone();
  const { locale } = useFormat().settings;
  const [name, setName] = useState<string>();
  const tooLarge = t('ui:file.too_large', {
    name: '\u2066contract.png\u2069',
    size: spellBytes(2_400_000, locale),
    largest: spellBytes(largestPicture, locale),
  });
  return (
    <FileDrop
      title={t(isPhone ? 'noFile' : 'dropFile')}
      hint={name === undefined ? t('pictureHint') : t('chosen', { name })}
      endings={['.png', '.jpg']}
      largestBytes={largestPicture}
      problem={name === undefined ? tooLarge : undefined}
      onFile={(file) => setName(file.name)}
    />
  );
}

const largestPicture = 50_000;

function Preview() {
  const { t } = useTranslation('gallery-samples');
  const isPhone = useIsPhone();
  const [text, setText] = useState<string>(sample);
  const [head = [], ...rows] = cellsOf(text);
  return (
    <Stack gap={5}>
      <FileDrop
        title={t(isPhone ? 'noFile' : 'dropFile')}
        hint={t('csvHint')}
        endings={['.csv']}
        largestBytes={20 * 1024 * 1024}
        onFile={(file) =>
          void file
            .slice(0, 8 * 1024)
            .text()
            .then(setText)
        }
      />
      <FigureTable
        label={t('firstRows')}
        rows={rows.slice(0, 3)}
        rowId={(row) => row.join('\t')}
        columns={head.map((name, at) => ({
          id: `${at}`,
          header: name,
          ...(rows.every((row) => /^[\d.]+$/.test(row[at] ?? '')) && { align: 'end' as const }),
          cell: (row: readonly string[]) => <bdi>{row[at]}</bdi>,
        }))}
      />
    </Stack>
  );
}

const sample = 'reference;amount;day\nL-000123;402.10;2026-12-05\nL-000187;1250.00;2026-12-07';

function cellsOf(text: string): readonly (readonly string[])[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => line.split(/[,;\t]/).map((cell) => cell.trim()));
}

function RequiredColumns() {
  const { t } = useTranslation('gallery-samples');
  const isPhone = useIsPhone();
  const format = useFormat();
  const [missing, setMissing] = useState<readonly string[]>(['amount']);
  const [name, setName] = useState<string>();
  const check = async (file: File) => {
    const [head = []] = cellsOf(await file.slice(0, 8 * 1024).text());
    setName(file.name);
    setMissing(['reference', 'amount'].filter((column) => !head.includes(column)));
  };
  const columns = format.list(missing.map((column) => `\u2066${column}\u2069`));
  return (
    <Stack gap={3}>
      <FileDrop
        title={t(isPhone ? 'noFile' : 'dropFile')}
        hint={t('columnsNeeded')}
        endings={['.csv']}
        largestBytes={20 * 1024 * 1024}
        problem={missing.length > 0 ? t('columnsMissing', { columns }) : undefined}
        onFile={(file) => void check(file)}
      />
      <Row>
        <Button size="compact" onClick={() => void check(new File([sample], 'payments.csv'))}>
          {t('trySample')}
        </Button>
        <Button size="compact" onClick={() => void check(new File(['reference;day'], 'days.csv'))}>
          {t('tryWrongSample')}
        </Button>
        <Text as="span" role="status" tone="good">
          {name !== undefined && missing.length === 0 && t('columnsFound', { name })}
        </Text>
      </Row>
    </Stack>
  );
}
