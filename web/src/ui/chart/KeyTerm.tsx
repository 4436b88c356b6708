import { Row } from '../layout/Layout.tsx';
import { Text } from '../layout/Text.tsx';
import type { ChartSeries } from './chart-data.ts';
import classes from './KeyTerm.module.css';

type KeyTermProps = {
  readonly as: 'dt' | 'span';
  /**
   * The look of the sample: that of a series of this kind, outlined for open amounts, hatched with
   * a red foot for late ones, or a point.
   */
  readonly kind: ChartSeries['kind'] | 'open' | 'late' | 'dot';
  readonly color: string;
  readonly children: string;
};

/** A legend entry: a sample of the colour and a name. */
export function KeyTerm({ as, kind, color, children }: KeyTermProps) {
  return (
    // `style`: the colour depends on the data.
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
