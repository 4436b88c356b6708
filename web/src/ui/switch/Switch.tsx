import { IconLock } from '@tabler/icons-react';
import classes from './Switch.module.css';

type SwitchProps = {
  /** What it turns on or off, for readers. */
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Its work is on its way: it keeps the focus and takes no second press. */
  busy?: boolean;
  /** The id of the text that says why it cannot be turned; it then has a lock. */
  refusedBy?: string | undefined;
};

/** On or off, at once: what it does needs no *Save*. */
export function Switch({ label, checked, onChange, busy = false, refusedBy }: SwitchProps) {
  const isRefused = refusedBy !== undefined;
  return (
    <span className={classes.switch} data-refused={isRefused || undefined}>
      <input
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says by itself whether it is checked
        role="switch"
        className={classes.input}
        aria-label={label}
        aria-describedby={refusedBy}
        aria-disabled={isRefused || busy || undefined}
        aria-busy={busy || undefined}
        checked={checked}
        onChange={(event) => {
          if (!isRefused && !busy) onChange(event.currentTarget.checked);
        }}
      />
      <span className={classes.knob} aria-hidden="true">
        {isRefused && <IconLock size={10} stroke={2.25} />}
      </span>
    </span>
  );
}
