import { Row } from '../layout/Layout.tsx';
import { Text } from '../layout/Text.tsx';
import type { ChartSeries } from './chart-data.ts';
import classes from './KeyTerm.module.css';

type KeyTermProps = {
  readonly as: 'dt' | 'span';
  /** How it is drawn: as a series of that kind, hatched while it is open, or as a foot below others. */
  readonly kind: ChartSeries['kind'] | 'open' | 'foot';
  readonly color: string;
  readonly children: string;
};

/** A name in the key to a picture's colours, behind a sample of its own. */
export function KeyTerm({ as, kind, color, children }: KeyTermProps) {
  return (
    // `style`: the colour is data.
    <Row
      as={as}
      gap={2}
      wrap={false}
      size="caption"
      className={classes.term}
      data-kind={kind}
      style={{ color }}
    >
      <Text as="span" tone="muted">
        {children}
      </Text>
    </Row>
  );
}
