import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/Button.tsx';
import { TextField } from '../form/TextField.tsx';
import classes from './FilterEditor.module.css';
import type { FilterValue } from './filter-values.ts';

type TextEditorProps = {
  label: string;
  value: FilterValue | undefined;
  onApply: (value: string | undefined) => void;
};

/** The whole of a text. */
export function TextEditor({ label, value, onApply }: TextEditorProps) {
  const { t } = useTranslation('ui');
  const id = useId();
  const [text, setText] = useState(typeof value === 'string' ? value : '');
  return (
    <form
      className={classes.range}
      onSubmit={(event) => {
        event.preventDefault();
        onApply(text.trim() || undefined);
      }}
    >
      <TextField id={id} label={label} value={text} onChange={setText} maxLength={120} focusFirst />
      <Button type="submit" kind="primary" size="compact">
        {t('filters.apply')}
      </Button>
    </form>
  );
}
