import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/FormatProvider.tsx';
import { Box } from '../layout/Box.tsx';
import { Text } from '../layout/Text.tsx';
import classes from './ProgressBar.module.css';

type ProgressBarProps = {
  /** The activity in progress: "Reading rows". */
  label: string;
  done: number;
  /** The total; null while it is unknown. */
  all: number | null;
  /** Formats a value that is no plain count, such as bytes. */
  spell?: (value: number) => string;
};

/** A progress bar with its figures, because a bar alone says too little. */
export function ProgressBar({ label, done, all, spell }: ProgressBarProps) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const write = spell ?? format.count;
  const id = useId();
  const figures =
    all === null ? write(done) : t('progress.doneOf', { done: write(done), all: write(all) });
  return (
    <Box flow="grid" columns="1fr auto" lines={2} gap={4}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <Text as="span" tone="muted" tabular>
        {figures}
      </Text>
      <progress
        id={id}
        className={classes.bar}
        {...(all !== null && { max: Math.max(all, 1), value: Math.min(done, all) })}
      />
    </Box>
  );
}
