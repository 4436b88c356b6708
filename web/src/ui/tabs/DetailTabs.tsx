import { useId, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Count } from '../format/Count.tsx';
import edges from '../scroll/ScrollEdges.module.css';
import { useChosenInSight } from '../scroll/use-chosen-in-sight.ts';
import { useScrollEdges } from '../scroll/use-scroll-edges.ts';
import classes from './DetailTabs.module.css';

export type DetailTab<Id extends string> = {
  id: Id;
  label: string;
  /** How many there are behind it. */
  count?: number;
};

type DetailTabsProps<Id extends string> = {
  /** What the tabs are of: "Loan L-000123". */
  label: string;
  tabs: readonly DetailTab<Id>[];
  /** The page keeps it in its address. */
  selected: Id;
  onSelect: (id: Id) => void;
  /** A tab is about to be opened: time to fetch what it shows. */
  onIntent?: (id: Id) => void;
  /** The content of the tab that is selected. */
  children: ReactNode;
};

/** The parts of one thing. The arrow keys move and select, Home and End go to the ends. */
export function DetailTabs<Id extends string>(props: DetailTabsProps<Id>) {
  const { label, tabs, selected, onSelect, onIntent, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useChosenInSight(list, '[aria-selected="true"]', selected);
  useScrollEdges(list);

  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === selected);
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const steps: Record<string, number> = {
      ArrowRight: isRtl ? at - 1 : at + 1,
      ArrowLeft: isRtl ? at + 1 : at - 1,
      Home: 0,
      End: tabs.length - 1,
    };
    const wanted = steps[event.key];
    const next = wanted === undefined ? undefined : (wanted + tabs.length) % tabs.length;
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    onSelect(tab.id);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next ?? 0]?.focus();
  };

  return (
    <>
      {/* The list itself is not in the order of the Tab key: the tab selected is. */}
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus */}
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className={`${classes.list} ${edges.fades}`}
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === selected}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            className={classes.tab}
            onClick={() => onSelect(tab.id)}
            onPointerEnter={() => onIntent?.(tab.id)}
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className={classes.count}>
                <Count value={tab.count} />
              </span>
            )}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${selected}`}
        className={classes.panel}
      >
        {children}
      </div>
    </>
  );
}
