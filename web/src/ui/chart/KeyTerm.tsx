import { Row } from '../layout/Layout.tsx';
import { Text } from '../layout/Text.tsx';
import type { ChartSeries } from './chart-data.ts';
import classes from './KeyTerm.module.css';

type KeyTermProps = {
  readonly as: 'dt' | 'span';
  /**
   * The look of the colour sample: that of a series of this kind, outlined for `open`, hatched with
   * a red foot for `late`, or a point for `dot`.
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
