import { Input } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldProps } from '../form/field.ts';
import { TextareaField } from '../form/TextareaField.tsx';
import fieldClasses from '../form/fields.module.css';
import { Grid } from '../layout/Layout.tsx';
import { htmlOfMarkdown } from './clean-markdown.ts';
import classes from './Editor.module.css';

type MarkdownFieldProps = FieldProps & {
  value: string;
  onChange: (markdown: string) => void;
  rows?: number;
};

/** A field for Markdown with a preview next to it. */
export function MarkdownField(props: MarkdownFieldProps) {
  return (
    <Grid min={18} gap={4}>
      <TextareaField rows={10} {...props} />
      <MarkdownText markdown={props.value} />
    </Grid>
  );
}

export function MarkdownText({ markdown }: { markdown: string }) {
  const { t } = useTranslation('editor');
  const html = useMemo(() => htmlOfMarkdown(markdown), [markdown]);
  return (
    <div className={classes.viewer}>
      {/* The label is in a block, as in a field, so that both labels have the same height. */}
      <div>
        <Input.Label labelElement="div" className={fieldClasses.label ?? ''}>
          {t('preview')}
        </Input.Label>
      </div>
      <div
        className={classes.preview}
        // oxlint-disable-next-line react/no-danger -- htmlOfMarkdown leaves nothing that could run
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </div>
  );
}
