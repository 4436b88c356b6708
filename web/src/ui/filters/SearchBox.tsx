import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button/Button.tsx';
import { Row } from '../layout/Layout.tsx';
import { useShortcut } from '../shortcut/use-shortcut.ts';
import type { Filter, FilterValue } from './filter-values.ts';
import classes from './FilterBar.module.css';

type SearchBoxProps = {
  filter: Extract<Filter, { kind: 'search' }>;
  value: FilterValue | undefined;
  onChange: (value: string | undefined) => void;
};

const pauseMs = 250;

/** A search box that `/` focuses. It searches after a pause in typing, or on Enter. */
export function SearchBox({ filter, value, onChange }: SearchBoxProps) {
  const { t } = useTranslation('ui');
  const applied = typeof value === 'string' ? value : '';
  const [typed, setTyped] = useState(applied);
  const [seen, setSeen] = useState(applied);
  const latest = useRef(onChange);
  const input = useRef<HTMLInputElement>(null);
  useShortcut('/', () => input.current?.focus(), {
    label: t('shortcuts.search'),
    opensNothing: true,
  });
  if (seen !== applied) {
    // The address changed from outside: by a saved view, the back button or *Clear all*.
    setSeen(applied);
    if (typed.trim() !== applied) setTyped(applied);
  }

  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === applied) return undefined;
    const timer = setTimeout(() => latest.current(wanted || undefined), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, applied]);

  return (
    <Row gap={0} wrap={false} className={classes.search}>
      <IconSearch size={16} stroke={1.5} aria-hidden="true" />
      <input
        ref={input}
        type="search"
        className={classes.field}
        aria-keyshortcuts="/"
        enterKeyHint="search"
        aria-label={filter.label}
        placeholder={filter.placeholder ?? filter.label}
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            // In a dialog, Enter would also submit the form around the box.
            event.preventDefault();
            onChange(typed.trim() || undefined);
          }
          if (event.key === 'Escape') setTyped('');
        }}
      />
      {typed !== '' && (
        <IconButton
          size="compact"
          label={t('filters.clear', { filter: filter.label })}
          icon={<IconX size={14} stroke={1.75} />}
          onClick={() => setTyped('')}
        />
      )}
    </Row>
  );
}
