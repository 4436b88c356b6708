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
  keyboard: [{ keys: ['Tab'], does: 'nextField' }],
};

function WithPreview() {
  const { t } = useTranslation('gallery-forms');
  const [markdown, setMarkdown] = useState(t('markdown-editor.words.sample'));
  return (
    <MarkdownField
      id="markdown-text"
      label={t('markdown-editor.words.text')}
      value={markdown}
      onChange={setMarkdown}
    />
  );
}

function Hostile() {
  return <MarkdownText markdown={hostile} />;
}

const hostile =
  '**Paid** <form action="/elsewhere"><input name="password"></form> [a link](javascript:alert(1))';
