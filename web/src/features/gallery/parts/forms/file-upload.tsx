import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../ui/format/FormatProvider.tsx';
import { FileDrop } from '../../../../ui/file/FileDrop.tsx';
import { ProgressBar } from '../../../../ui/progress/ProgressBar.tsx';
import { Stack } from '../../../../ui/layout/Layout.tsx';
import { useIsPhone } from '../../../../ui/state/use-media.ts';
import { readCsv, type CsvReading } from '../../read-csv.ts';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { ReadHere, SmallPictures },
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
  keyboard: [{ keys: ['Tab', 'Enter'], does: 'open' }],
};

function ReadHere() {
  const { t } = useTranslation('gallery-samples');
  const isPhone = useIsPhone();
  const format = useFormat();
  const [reading, setReading] = useState<CsvReading | null>(null);
  return (
    <Stack gap={3}>
      <FileDrop
        title={t(isPhone ? 'noFile' : 'dropFile')}
        hint={t('noUpload')}
        endings={['.csv']}
        largestBytes={20 * 1024 * 1024}
        onFile={(file) => void readCsv(file, setReading)}
      />
      {reading && (
        <>
          <ProgressBar label={t('reading')} done={reading.readBytes} all={reading.allBytes} />
          <p aria-live="polite">
            {t('found', {
              rows: format.count(reading.rows),
              columns: reading.columns.join(', '),
            })}
          </p>
        </>
      )}
    </Stack>
  );
}

function SmallPictures() {
  const { t } = useTranslation('gallery-samples');
  const isPhone = useIsPhone();
  const [name, setName] = useState('');
  return (
    <FileDrop
      title={t(isPhone ? 'noFile' : 'dropFile')}
      hint={name || t('pictureHint')}
      endings={['.png', '.jpg']}
      largestBytes={50 * 1024}
      onFile={(file) => setName(file.name)}
    />
  );
}
