import { IconSearch } from '@tabler/icons-react';
import { useId, useState, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Box } from '../layout/Box.tsx';
import { ListRow } from '../list/ListRow.tsx';
import { PlainDialog } from '../overlay/PlainDialog.tsx';
import { useIsStill } from '../overlay/Still.tsx';
import classes from './CommandPalette.module.css';
import { rankItems } from './rank-items.ts';

export type PaletteItem = {
  id: string;
  label: string;
  /** Distinguishes items of the same name: a reference, a team. */
  note?: string;
  /** The heading above the item: "Pages", "Loans". */
  group: string;
  icon?: ReactNode;
  /** Other terms that find the item. */
  keywords?: string;
  shortcut?: string;
  run: () => void;
};

type CommandPaletteProps = {
  onClose: () => void;
  query: string;
  onQueryChange: (query: string) => void;
  /** Pages and actions, which the palette searches itself. */
  actions: readonly PaletteItem[];
  /** Results from the server: loans, borrowers, agents. */
  results: readonly PaletteItem[];
  /** More items that the palette searches itself, listed after the results. */
  others?: readonly PaletteItem[];
  searching: boolean;
  /**
   * True if the results belong to an earlier text. Enter on such a result waits for the results of
   * the current text.
   */
  outdated?: boolean;
};

/** The label of the Escape key, on English and Arabic keyboards. */
const escapeKey = 'Esc';

/**
 * A dialog that finds pages, actions and records by name: type, choose with the arrow keys, press
 * Enter. It is open while it is rendered.
 */
export function CommandPalette(props: CommandPaletteProps) {
  const { onClose, query, onQueryChange, actions, results, others = [], searching } = props;
  const { outdated = false } = props;
  const { t } = useTranslation('ui');
  const id = useId();
  const [at, setAt] = useState(0);
  const items = [...rankItems(actions, query), ...results, ...rankItems(others, query)];
  const active = Math.min(at, items.length - 1);

  const run = (item: PaletteItem | undefined) => {
    if (!item) return;
    onClose();
    item.run();
  };
  const isCurrent = (item: PaletteItem | undefined) =>
    !outdated || (item !== undefined && !results.includes(item));
  // If the first item is selected, an Enter that waits for results runs the first item of the new
  // list.
  const chosen = at === 0 ? undefined : items[active];
  const enter = useEnter(outdated, (awaited) =>
    run(awaited ? items.find((item) => isSame(item, awaited)) : items[0]),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowDown: (active + 1) % Math.max(items.length, 1),
      ArrowUp: (active - 1 + items.length) % Math.max(items.length, 1),
    };
    const next = steps[event.key];
    if (next !== undefined) {
      setAt(next);
      enter.cancel();
    } else if (event.key !== 'Enter') return;
    else if (isCurrent(items[active])) run(items[active]);
    else enter.wait(chosen);
    event.preventDefault();
  };

  return (
    <PlainDialog label={t('palette.label')} onClose={onClose} className={classes.palette}>
      <Box
        flow="row"
        wrap={false}
        tone="muted"
        pad={[0, 4]}
        line="below"
        fixed
        className={classes.search}
      >
        <IconSearch size={18} stroke={1.5} aria-hidden="true" />
        <input
          role="combobox"
          data-autofocus
          aria-label={t('palette.label')}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={items[active] ? `${id}-${active}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={t('palette.placeholder')}
          value={query}
          onChange={(event) => {
            setAt(0);
            enter.cancel();
            onQueryChange(event.currentTarget.value);
          }}
          onKeyDown={onKeyDown}
        />
        <kbd className={classes.key}>{escapeKey}</kbd>
      </Box>
      <div
        // The combobox pattern of WAI-ARIA: a <select> cannot contain headings, icons and notes.
        role="listbox"
        id={`${id}-list`}
        aria-label={t('palette.label')}
        className={classes.list}
      >
        {items.map((item, index) => (
          <PaletteOption
            key={`${item.group}/${item.id}`}
            id={`${id}-${index}`}
            item={item}
            heading={item.group === items[index - 1]?.group ? undefined : item.group}
            isActive={index === active}
            onPoint={() => setAt(index)}
            onRun={() => run(item)}
          />
        ))}
      </div>
      <output className={classes.status}>
        {searching && t('palette.searching')}
        {!searching && items.length === 0 && t('palette.nothing', { query })}
      </output>
    </PlainDialog>
  );
}

const isSame = (one: PaletteItem, other: PaletteItem) =>
  one.id === other.id && one.group === other.group;

/**
 * Remembers a press of Enter until the results of the current text arrive, together with the
 * selected item unless that is the first.
 */
function useEnter(outdated: boolean, onAnswer: (chosen: PaletteItem | undefined) => void) {
  const waiting = useRef<{ chosen: PaletteItem | undefined } | null>(null);
  useEffect(() => {
    if (!waiting.current || outdated) return;
    const { chosen } = waiting.current;
    waiting.current = null;
    onAnswer(chosen);
  });
  return {
    wait: (chosen: PaletteItem | undefined) => {
      waiting.current = { chosen };
    },
    cancel: () => {
      waiting.current = null;
    },
  };
}

type PaletteOptionProps = {
  id: string;
  item: PaletteItem;
  /** The heading above the item, if the item is the first of its group. */
  heading: string | undefined;
  isActive: boolean;
  onPoint: () => void;
  onRun: () => void;
};

/** One option of the palette; the focus stays in the search box. */
function PaletteOption({ id, item, heading, isActive, onPoint, onRun }: PaletteOptionProps) {
  const line = useRef<HTMLDivElement>(null);
  const isStill = useIsStill();
  useEffect(() => {
    if (isActive && !isStill) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive, isStill]);
  return (
    <>
      {heading !== undefined && (
        <Box tone="muted" size="caption" pad={[3, 3, 1]} role="presentation">
          {heading}
        </Box>
      )}
      {/* The combobox above handles the keys for its options. */}
      <ListRow
        as="div"
        ref={line}
        id={id}
        // An <option> must be inside a <select>, and this list is none.
        role="option"
        aria-selected={isActive}
        pad={3}
        height="control"
        className={classes.option}
        onPointerMove={onPoint}
        onClick={onRun}
      >
        {item.icon && (
          <Box
            flow="row"
            as="span"
            inline
            gap={0}
            wrap={false}
            align="stretch"
            tone="muted"
            aria-hidden="true"
          >
            {item.icon}
          </Box>
        )}
        <Box as="span" clip shrinks>
          {item.label}
        </Box>
        {item.note && (
          <Box as="span" tone="muted" size="table" clip grow>
            {item.note}
          </Box>
        )}
        {item.shortcut && (
          <kbd className={classes.key} aria-hidden="true">
            {item.shortcut}
          </kbd>
        )}
      </ListRow>
    </>
  );
}
