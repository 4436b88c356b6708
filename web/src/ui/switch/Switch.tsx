import '@mantine/core/styles/Switch.layer.css';
import { Switch as KitSwitch } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import classes from './Switch.module.css';

type SwitchProps = {
  /** The accessible name: what it turns on or off. */
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** True while a change is being saved: the switch then keeps the focus and ignores presses. */
  busy?: boolean;
  /**
   * The id of the text that says why the switch cannot be changed; the switch then shows a lock.
   */
  refusedBy?: string | undefined;
};

/** A switch that applies at once, without *Save*. */
export function Switch({ label, checked, onChange, busy = false, refusedBy }: SwitchProps) {
  const isRefused = refusedBy !== undefined;
  return (
    <KitSwitch
      classNames={classNames}
      aria-label={label}
      aria-describedby={refusedBy}
      aria-disabled={isRefused || busy || undefined}
      aria-busy={busy || undefined}
      checked={checked}
      onChange={(event) => {
        if (!isRefused && !busy) onChange(event.currentTarget.checked);
      }}
      withThumbIndicator={false}
      thumbIcon={isRefused && <IconLock size={10} stroke={2.25} />}
    />
  );
}

const classNames = {
  root: classes.switch ?? '',
  input: classes.input ?? '',
  track: classes.track ?? '',
  thumb: classes.knob ?? '',
};
