import { IconX } from '@tabler/icons-react';
import { useLayoutEffect, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../button/Button.tsx';
import { useFormat } from '../format/FormatProvider.tsx';
import { Box } from '../layout/Box.tsx';
import { Row } from '../layout/Layout.tsx';
import { Text } from '../layout/Text.tsx';
import classes from './DataTable.module.css';
import { allMatchingSelected, selectedCount, type RowSelection } from './row-selection.ts';

type BulkBarProps = {
  /** The element that the bar belongs to: the bar is centred between its left and right edges. */
  anchor: RefObject<HTMLElement | null>;
  selection: RowSelection;
  loadedCount: number;
  matchCount: number | undefined;
  onSelectionChange: (next: RowSelection) => void;
  onClear: () => void;
  figure?: ReactNode;
  actions: ReactNode;
};

/**
 * A bar at the bottom while rows are selected: their number, their sum and the actions for them.
 */
export function BulkBar(props: BulkBarProps) {
  const count = selectedCount(props.selection, props.matchCount ?? props.loadedCount);
  return count > 0 && <RaisedBar {...props} count={count} />;
}

function RaisedBar(props: BulkBarProps & { count: number }) {
  const { anchor, count, matchCount, onSelectionChange, onClear } = props;
  const { t } = useTranslation('ui');
  const format = useFormat();
  const place = usePlaceNextTo(anchor);
  const canTakeAll = matchCount !== undefined && count < matchCount;
  return (
    <Row
      gap={0}
      align="stretch"
      justify="center"
      wrap={false}
      className={classes.holder}
      data-screen-only
      style={place}
    >
      <Box
        as="section"
        flow="row"
        framed
        gap={3}
        lines={2}
        size="table"
        className={classes.bar}
        aria-label={t('table.selection')}
      >
        <Box as="p" weight="medium" tabular fixed aria-live="polite">
          {t('table.selected', { count, figure: format.count(count) })}
        </Box>
        {props.figure && (
          <Text as="span" tone="muted" className={classes.figure}>
            {props.figure}
          </Text>
        )}
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
        <Row gap={2} align="stretch" className={classes.bulkActions}>
          {props.actions}
        </Row>
        <IconButton
          size="compact"
          label={t('table.clearSelection')}
          icon={<IconX size={18} stroke={1.5} />}
          onClick={onClear}
        />
      </Box>
    </Row>
  );
}

function usePlaceNextTo(anchor: RefObject<HTMLElement | null>) {
  const [place, setPlace] = useState<{ left: number; width: number }>();
  useLayoutEffect(() => {
    const element = anchor.current;
    if (!element) return undefined;
    const measure = () => {
      const { left, width } = element.getBoundingClientRect();
      setPlace({ left, width });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [anchor]);
  return place;
}
