import { IconFileUpload } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import type { DragEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/Button.tsx';
import { useFormat } from '../format/FormatProvider.tsx';
import { Box } from '../layout/Box.tsx';
import { Stack } from '../layout/Layout.tsx';
import { Text } from '../layout/Text.tsx';
import { useMedia } from '../state/use-media.ts';
import { refuseFile, spellBytes } from './refuse-file.ts';
import classes from './FileDrop.module.css';

type FileDropProps = {
  /** The instruction: "Drop a loan tape here". */
  title: string;
  /** The title on a touch screen, where nothing can be dropped: "Add a loan tape". */
  titleOnTouch?: string;
  /** Says which files are accepted and what happens next. */
  hint?: ReactNode;
  /** File name extensions with their dot: `['.csv', '.xlsx']`; empty if any is accepted. */
  endings: readonly string[];
  largestBytes: number;
  onFile: (file: File) => void;
  /** The problem that the page found in the last file. */
  problem?: string | undefined;
  disabled?: boolean;
};

/**
 * Takes one file, dropped or chosen. It refuses a file of the wrong type or size before anything is
 * sent.
 */
export function FileDrop(props: FileDropProps) {
  const { title, hint, endings, largestBytes, onFile, problem, disabled = false } = props;
  const { titleOnTouch = title } = props;
  const isTouch = useMedia('(pointer: coarse)');
  const { t } = useTranslation('ui');
  const format = useFormat();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const take = (files: FileList | null) => {
    const [file, second] = files ?? [];
    if (!file || disabled) return;
    const reason = second ? 'several' : refuseFile(file, { endings, largestBytes });
    const facts = {
      name: isolate(file.name),
      endings: format.list(endings.map(isolate)),
      size: spellBytes(file.size, format.settings.locale),
      largest: spellBytes(largestBytes, format.settings.locale),
    };
    setRefusal(reason === null ? null : t(`file.${reason}`, facts));
    if (reason === null) onFile(file);
  };
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(over && !disabled);
  };
  const error = refusal ?? problem;

  return (
    // Dropping is only a second way: the button does the same for keyboard users.
    <div className={classes.frame}>
      <Stack
        gap={2}
        align="center"
        className={classes.drop}
        data-over={isOver || undefined}
        data-wrong={error !== undefined || undefined}
        onDragEnter={drag(true)}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event);
          take(event.dataTransfer.files);
        }}
      >
        <IconFileUpload size={28} stroke={1.25} color="var(--ink-muted)" aria-hidden="true" />
        <label htmlFor={id}>
          <Text as="span" weight="medium">
            {isTouch && !disabled ? titleOnTouch : title}
          </Text>
        </label>
        {hint && (
          <Box as="div" tone="muted" size="table" max="32rem" className={classes.hint}>
            {hint}
          </Box>
        )}
        <input
          ref={input}
          id={id}
          type="file"
          accept={endings.join(',')}
          disabled={disabled}
          className="unseen"
          tabIndex={-1}
          onChange={(event) => {
            take(event.currentTarget.files);
            // Cleared, so that the same file can be chosen again after it was corrected.
            event.currentTarget.value = '';
          }}
        />
        <Box above={2} className={classes.button}>
          <Button onClick={() => input.current?.click()} disabled={disabled}>
            {t('file.choose')}
          </Button>
        </Box>
        <Box as="p" role="alert" tone="late" max="32rem" className={classes.problem}>
          {error}
        </Box>
      </Stack>
    </div>
  );
}

/** Isolates a file name, so that its dot stays in place in a right-to-left line. */
function isolate(text: string): string {
  return `\u2066${text}\u2069`;
}
