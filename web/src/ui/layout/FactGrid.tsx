import type { CSSProperties, ReactNode } from 'react';
import { evenColumns } from './even-columns.ts';
import classes from './FactGrid.module.css';
import { Text } from './Text.tsx';

type FactGridProps = {
  readonly facts: readonly {
    readonly id: string;
    readonly name: ReactNode;
    readonly value: ReactNode;
  }[];
};

/**
 * Names above their values, in columns that leave the fewest places of the last row empty. On a
 * phone, each name is next to its value.
 */
export function FactGrid({ facts }: FactGridProps) {
  const columns: CSSProperties & Record<'--wide' | '--middle', number> = {
    '--wide': evenColumns(facts.length, [5, 4, 3]),
    '--middle': evenColumns(facts.length, [3, 2]),
  };
  return (
    <div className={classes.room}>
      <dl className={classes.facts} style={columns}>
        {facts.map(({ id, name, value }) => (
          <div key={id}>
            <Text as="dt" tone="muted" size="table">
              {name}
            </Text>
            <dd className={classes.value}>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
