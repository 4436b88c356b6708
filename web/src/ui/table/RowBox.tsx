import type { ChangeEvent } from 'react';
import { TickBox } from '../form/TickBox.tsx';
import classes from './RowBox.module.css';

type RowBoxProps = {
  label: string;
  checked: boolean;
  indeterminate?: boolean;
  tabIndex?: number;
  /** Told of the click, Shift and all. */
  onToggle: (event: ChangeEvent<HTMLInputElement>) => void;
};

/** The box that selects a row: a native one underneath, because a table has hundreds of them. */
export function RowBox({ label, checked, indeterminate = false, tabIndex, onToggle }: RowBoxProps) {
  return (
    // The label is the whole cell: a box of 16 px is hard to hit.
    <label className={classes.cell}>
      <TickBox
        ref={(box) => {
          if (box) box.indeterminate = indeterminate;
        }}
        aria-label={label}
        checked={checked}
        tabIndex={tabIndex}
        onChange={onToggle}
      />
    </label>
  );
}
