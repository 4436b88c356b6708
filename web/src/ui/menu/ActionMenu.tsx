import { Fragment } from 'react';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { Menu, MenuDivider, MenuItem } from './Menu.tsx';

export type MenuAction = {
  id: string;
  label: string;
  icon?: ReactNode;
  /** A line before it sets it off from the others. */
  apart?: boolean;
  disabled?: boolean;
  onSelect: () => void;
};

type ActionMenuProps = {
  /** The button that opens it: a `Button` or an `IconButton`. */
  trigger: ReactElement<ComponentProps<'button'>>;
  actions: readonly MenuAction[];
  /** The side of the button that the menu keeps to. */
  align?: 'start' | 'end';
};

/** A few verbs behind one button. It stays beside its button, so that readers find it there. */
export function ActionMenu({ trigger, actions, align = 'end' }: ActionMenuProps) {
  return (
    <Menu trigger={trigger} align={align}>
      {actions.map(({ id, label, icon, apart = false, disabled = false, onSelect }) => (
        <Fragment key={id}>
          {apart && <MenuDivider />}
          <MenuItem icon={icon} disabled={disabled} onClick={onSelect}>
            {label}
          </MenuItem>
        </Fragment>
      ))}
    </Menu>
  );
}
