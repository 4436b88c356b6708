import { Button } from '../button/Button.tsx';
import { Row } from '../layout/Layout.tsx';
import classes from './FigureTable.module.css';

type RowsFoldProps = {
  /** "Show 24 later instalments", or "Hide later instalments" while they are open. */
  readonly label: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
};

/** Above or below a table: opens rows at that end, in line with the table's first column. */
export function RowsFold({ label, isOpen, onToggle }: RowsFoldProps) {
  return (
    <Row className={classes.fold}>
      <Button size="compact" kind="quiet" aria-expanded={isOpen} onClick={onToggle}>
        {label}
      </Button>
    </Row>
  );
}
