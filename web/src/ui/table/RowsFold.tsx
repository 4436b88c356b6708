import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { Button } from '../button/Button.tsx';

type RowsFoldProps = {
  /** "Show 24 later instalments", or "Hide later instalments" while they are open. */
  readonly label: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
};

/** In `folds` of a `FigureTable`: opens more rows of the table. */
export function RowsFold({ label, isOpen, onToggle }: RowsFoldProps) {
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <Button
      size="compact"
      kind="quiet"
      icon={<Chevron size={16} stroke={1.5} />}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      {label}
    </Button>
  );
}
