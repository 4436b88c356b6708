import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RichTextField } from '../../../../ui/editor/RichTextField.tsx';
import { CodeText } from '../../../../ui/format/CodeText.tsx';
import { Stack } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { Letter, ShortNote },
  components: [
    documented<ComponentProps<typeof RichTextField>>('RichTextField', [
      { name: 'value', type: 'string' },
      { name: 'onChange', type: '(html: string) => void' },
      { name: 'tools', type: "'all' | 'brief'", standard: "'all'" },
      { name: 'error', type: 'string', standard: '–' },
    ]),
  ],
  keyboard: [
    { keys: ['Ctrl+B'], does: 'bold' },
    { keys: ['Ctrl+Z'], does: 'undo' },
    { keys: ['Tab'], does: 'moveFocus' },
  ],
};

function Letter() {
  const { t } = useTranslation('gallery-samples');
  const [html, setHtml] = useState(
    `<h2>${t('letter')}</h2><p><strong>${t('promiseText')}</strong></p>`,
  );
  return <RichTextField id="rich-letter" label={t('letter')} value={html} onChange={setHtml} />;
}

function ShortNote() {
  const { t } = useTranslation('gallery-samples');
  const [html, setHtml] = useState(`<p>${t('promiseText')}</p>`);
  const [wasLeft, setWasLeft] = useState(false);
  return (
    <Stack gap={2} onBlur={() => setWasLeft(true)}>
      <RichTextField
        id="rich-note"
        label={t('note')}
        tools="brief"
        error={wasLeft && html === '' ? t('ui:form.issue.missing') : undefined}
        value={html}
        onChange={setHtml}
      />
      <div>
        <Text size="table" weight="medium">
          {t('htmlValue')}
        </Text>
        <CodeText>{html || '–'}</CodeText>
      </div>
    </Stack>
  );
}
