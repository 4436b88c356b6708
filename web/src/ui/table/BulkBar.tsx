import { IconX } from '@tabler/icons-react';
import { useLayoutEffect, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../button/Button.tsx';
import { useFormat } from '../format/FormatProvider.tsx';
import { allMatchingSelected, selectedCount } from './row-selection.ts';
import type { RowSelection } from './row-selection.ts';
import classes from './BulkBar.module.css';

type BulkBarProps = {
  /** What the bar belongs to: it stands under its middle, whatever else is on the page. */
  beside: RefObject<HTMLElement | null>;
  selection: RowSelection;
  loadedCount: number;
  matchCount: number | undefined;
  onSelectionChange: (next: RowSelection) => void;
  onClear: () => void;
  figure?: ReactNode;
  actions: ReactNode;
};

/** Raised from the bottom while rows are selected: how many, their sum, and what can be done with them. */
export function BulkBar(props: BulkBarProps) {
  const count = selectedCount(props.selection, props.matchCount ?? props.loadedCount);
  return count > 0 && <RaisedBar {...props} count={count} />;
}

function RaisedBar(props: BulkBarProps & { count: number }) {
  const { beside, count, matchCount, onSelectionChange, onClear } = props;
  const { t } = useTranslation('ui');
  const format = useFormat();
  const place = usePlaceBeside(beside);
  const canTakeAll = matchCount !== undefined && count < matchCount;
  return (
    <div className={classes.holder} style={place}>
      <section className={classes.bar} aria-label={t('table.selection')}>
        <p className={classes.count} aria-live="polite">
          {t('table.selected', { count, figure: format.count(count) })}
        </p>
        {props.figure && <span className={classes.figure}>{props.figure}</span>}
        {canTakeAll && (
          <Button
            size="compact"
            kind="quiet"
            className={classes.all}
            onClick={() => onSelectionChange(allMatchingSelected)}
          >
            {t('table.selectAll', { count: matchCount, figure: format.count(matchCount) })}
          </Button>
        )}
        <div className={classes.actions}>{props.actions}</div>
        <IconButton
          size="compact"
          label={t('table.clearSelection')}
          icon={<IconX size={18} stroke={1.5} />}
          onClick={onClear}
        />
      </section>
    </div>
  );
}

function usePlaceBeside(beside: RefObject<HTMLElement | null>) {
  const [place, setPlace] = useState<{ left: number; width: number }>();
  useLayoutEffect(() => {
    const element = beside.current;
    if (!element) return undefined;
    const measure = () => {
      const { left, width } = element.getBoundingClientRect();
      setPlace({ left, width });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [beside]);
  return place;
}
