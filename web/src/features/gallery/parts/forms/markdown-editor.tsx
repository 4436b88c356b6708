import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MarkdownField, MarkdownText } from '../../../../ui/editor/MarkdownField.tsx';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { WithPreview, Hostile },
  components: [
    documented<ComponentProps<typeof MarkdownField>>('MarkdownField', [
      { name: 'value', type: 'string' },
      { name: 'onChange', type: '(markdown: string) => void' },
      { name: 'rows', type: 'number', standard: '10' },
    ]),
  ],
  keyboard: [{ keys: ['Tab'], does: 'moveFocus' }],
};

function WithPreview() {
  const { t } = useTranslation('gallery-samples');
  const [markdown, setMarkdown] = useState(
    `## ${t('schedule')}\n\n- ${t('scheduleText')}\n- **${t('paymentsText')}**`,
  );
  return (
    <MarkdownField id="markdown-text" label={t('note')} value={markdown} onChange={setMarkdown} />
  );
}

function Hostile() {
  const { t } = useTranslation('gallery-samples');
  const form = '<form action="/elsewhere"><input name="password"></form>';
  return <MarkdownText markdown={`**${t('paid')}** ${form} [${t('link')}](javascript:alert(1))`} />;
}
