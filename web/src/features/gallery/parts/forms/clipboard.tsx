import { IconCopy } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../ui/format/FormatProvider.tsx';
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
  const { t } = useTranslation('gallery-samples');
  const [reference, setReference] = useState('L-000123');
  const copy = () =>
    void navigator.clipboard.writeText(reference).then(
      () => notify.success(t('copied', { name: reference })),
      () => notify.error(t('gallery:notCopied')),
    );
  return (
    <Row align="end" gap={2}>
      <TextField
        id="clip-reference"
        label={t('reference')}
        value={reference}
        onChange={setReference}
      />
      <Button icon={<IconCopy size={16} stroke={1.5} aria-hidden="true" />} onClick={copy}>
        {t('copy')}
      </Button>
    </Row>
  );
}

function PasteHere() {
  const { t } = useTranslation('gallery-samples');
  const format = useFormat();
  const [lines, setLines] = useState<readonly string[]>([]);
  return (
    <Stack gap={3}>
      <TextField
        id="clip-paste"
        label={t('references')}
        hint={t('pasteHint')}
        value={lines.join(' ')}
        onChange={(text) => setLines(text.split(/[\s,;]+/).filter(Boolean))}
      />
      <p aria-live="polite">
        {lines.length > 0 &&
          t('ui:table.shown', { count: lines.length, shown: format.count(lines.length) })}
      </p>
    </Stack>
  );
}
