import { Text } from '../../../ui/layout/Text.tsx';
import { useIsPhone } from '../../../ui/state/use-media.ts';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';

type LetterTableProps<Row> = {
  readonly label: string;
  readonly columns: {
    readonly wide: readonly FigureColumn<Row>[];
    /** The columns on a phone. */
    readonly narrow: readonly FigureColumn<Row>[];
  };
  readonly rows: readonly Row[];
};

/** A list of batches, steps or templates, whose rows open. */
export function LetterTable<Row extends { readonly id: string }>(props: LetterTableProps<Row>) {
  const { label, columns, rows } = props;
  return (
    <FigureTable
      isList
      opensRows
      label={label}
      columns={useIsPhone() ? columns.narrow : columns.wide}
      rows={rows}
      rowId={({ id }) => id}
    />
  );
}

/** An empty cell. */
export function Nothing() {
  return (
    <Text as="span" tone="muted">
      –
    </Text>
  );
}
