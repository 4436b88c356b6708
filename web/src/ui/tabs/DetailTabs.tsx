import { Tabs } from '@mantine/core';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Count } from '../format/Count.tsx';
import { Box } from '../layout/Box.tsx';
import { Text } from '../layout/Text.tsx';
import { Reserved } from '../page/Reserved.tsx';
import edges from '../scroll/ScrollEdges.module.css';
import { useChosenInSight, useScrollEdges } from '../scroll/use-scroll-edges.ts';
import classes from './DetailTabs.module.css';

export type DetailTab<Id extends string> = {
  id: Id;
  label: string;
  /** The number next to the tab's name; null while it loads. */
  count?: number | null;
};

type DetailTabsProps<Id extends string> = {
  /** The accessible name of the tabs: "Loan L-000123". */
  label: string;
  tabs: readonly DetailTab<Id>[];
  /** The selected tab, which the page stores in its address. */
  selected: Id;
  onSelect: (id: Id) => void;
  /** Called when the pointer enters a tab, to prefetch its content. */
  onIntent?: (id: Id) => void;
  /** The content of the selected tab. */
  children: ReactNode;
};

/**
 * The sections of one record as tabs. The arrow keys move and select, Home and End go to the ends.
 */
export function DetailTabs<Id extends string>(props: DetailTabsProps<Id>) {
  const { label, tabs, selected, onSelect, onIntent, children } = props;
  const root = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useChosenInSight(list, '[aria-selected="true"]', selected);
  useScrollEdges(list);
  const select = (value: string | null) => {
    const tab = tabs.find(({ id }) => id === value);
    if (!tab) return;
    if (root.current && list.current && topOf(list.current) > topOf(root.current) + 1) {
      startAtTop(root.current);
    }
    onSelect(tab.id);
  };
  // On Home and End, the library only moves the focus, so this function selects the tab.
  const selectEnd = ({ key }: KeyboardEvent) => {
    const end = key === 'Home' ? tabs[0] : key === 'End' ? tabs.at(-1) : undefined;
    if (end) onSelect(end.id);
  };
  return (
    <Tabs
      ref={root}
      unstyled
      value={selected}
      onChange={select}
      keepMounted={false}
      className={classes.tabs ?? ''}
    >
      <div className={classes.bar}>
        <Tabs.List ref={list} aria-label={label} className={`${classes.list} ${edges.fades}`}>
          {tabs.map((tab) => (
            <Tabs.Tab
              key={tab.id}
              value={tab.id}
              className={classes.tab ?? ''}
              onKeyDown={selectEnd}
              onPointerEnter={() => onIntent?.(tab.id)}
              rightSection={
                tab.count !== undefined && (
                  <Text as="span" tone="muted" size="caption" weight="text">
                    {tab.count === null ? (
                      <Reserved>
                        <Count value={0} />
                      </Reserved>
                    ) : (
                      <Count value={tab.count} />
                    )}
                  </Text>
                )
              }
            >
              {tab.label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </div>
      <Tabs.Panel value={selected}>
        <Box pad={[5, 0, 0]}>{children}</Box>
      </Tabs.Panel>
    </Tabs>
  );
}

/**
 * Scrolls to the start of the tabs: the user may be in the middle of a long tab, but the next one
 * must start at its top. The element gets at least the height of the screen, so that the tabs stay
 * in place while the next tab loads.
 */
function startAtTop(root: HTMLElement): void {
  root.dataset['filled'] = '';
  root.scrollIntoView();
}

const topOf = (element: Element): number => element.getBoundingClientRect().top;
