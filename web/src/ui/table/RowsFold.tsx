import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { Button } from '../button/Button.tsx';
import classes from './FigureTable.module.css';

type RowsFoldProps = {
  /** Number of the table's columns. */
  readonly across: number;
  /** "Show 24 later instalments", or "Hide later instalments" while they are open. */
  readonly label: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
};

/** In `folds` of a `FigureTable`: a row with a button that shows more rows of the table. */
export function RowsFold({ across, label, isOpen, onToggle }: RowsFoldProps) {
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <tr className={classes.fold}>
      <td colSpan={across}>
        <Button
          size="compact"
          kind="quiet"
          icon={<Chevron size={16} stroke={1.5} />}
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          {label}
        </Button>
      </td>
    </tr>
  );
}
