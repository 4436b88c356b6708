import { IconCopy } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button/Button.tsx';
import { notify } from '../../../../ui/overlay/notify.ts';
import { TextField } from '../../../../ui/form/TextField.tsx';
import { Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { CopyAReference, PasteHere },
  components: [
    documented<ComponentProps<typeof Button>>('Button', [
      { name: 'kind', type: 'primary | secondary | quiet | danger', standard: 'secondary' },
      { name: 'icon', type: 'ReactNode', standard: '–' },
      { name: 'onClick', type: '() => void', standard: '–' },
    ]),
  ],
  keyboard: [
    { keys: ['Tab', 'Enter'], does: 'press' },
    { keys: ['Ctrl', 'C'], does: 'copy' },
  ],
};

function CopyAReference() {
  const { t } = useTranslation('gallery-forms');
  const [reference, setReference] = useState('L-000123');
  const copy = () =>
    void navigator.clipboard.writeText(reference).then(
      () => notify.success(t('clipboard.words.copied', { reference })),
      () => notify.error(t('clipboard.words.refused')),
    );
  return (
    <Row align="end" gap={2}>
      <TextField
        id="clip-reference"
        label={t('clipboard.words.reference')}
        value={reference}
        onChange={setReference}
      />
      <Button icon={<IconCopy size={16} stroke={1.5} aria-hidden="true" />} onClick={copy}>
        {t('clipboard.words.copy')}
      </Button>
    </Row>
  );
}

function PasteHere() {
  const { t } = useTranslation('gallery-forms');
  const [lines, setLines] = useState<readonly string[]>([]);
  return (
    <Stack gap={3}>
      <TextField
        id="clip-paste"
        label={t('clipboard.words.paste')}
        hint={t('clipboard.words.pasteHint')}
        value={lines.join(' ')}
        onChange={(text) => setLines(text.split(/[\s,;]+/).filter(Boolean))}
      />
      <p aria-live="polite">{t('clipboard.words.counted', { count: lines.length })}</p>
    </Stack>
  );
}
