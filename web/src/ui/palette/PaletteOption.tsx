import { useEffect, useRef } from 'react';
import type { PaletteItem } from './CommandPalette.tsx';
import classes from './CommandPalette.module.css';

type PaletteOptionProps = {
  id: string;
  item: PaletteItem;
  /** The heading above it, where it is the first of its group. */
  heading: string | undefined;
  isActive: boolean;
  onPoint: () => void;
  onRun: () => void;
};

/** One line of the palette; the focus stays in the box above, only its mark moves. */
export function PaletteOption({ id, item, heading, isActive, onPoint, onRun }: PaletteOptionProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <>
      {heading !== undefined && (
        <div role="presentation" className={classes.heading}>
          {heading}
        </div>
      )}
      {/* The combobox above hears the keys for its options. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */}
      <div
        ref={line}
        id={id}
        // An <option> stands in a <select> only, and this is none: see the list it stands in.
        role="option"
        aria-selected={isActive}
        className={classes.option}
        onPointerMove={onPoint}
        onClick={onRun}
      >
        {item.icon && (
          <span className={classes.icon} aria-hidden="true">
            {item.icon}
          </span>
        )}
        <span className={classes.name}>{item.label}</span>
        {item.note && <span className={classes.note}>{item.note}</span>}
        {item.shortcut && (
          <kbd className={classes.key} aria-hidden="true">
            {item.shortcut}
          </kbd>
        )}
      </div>
    </>
  );
}
