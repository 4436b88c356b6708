import '@mantine/core/styles/Menu.layer.css';
import { Menu } from '@mantine/core';
import { Fragment } from 'react';
import type { ReactElement, ReactNode } from 'react';

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
  trigger: ReactElement;
  actions: readonly MenuAction[];
  /** The side of the button that the menu keeps to. */
  align?: 'start' | 'end';
};

/** A few verbs behind one button. It stays beside its button, so that readers find it there. */
export function ActionMenu({ trigger, actions, align = 'end' }: ActionMenuProps) {
  return (
    <Menu
      shadow="md"
      position={align === 'end' ? 'bottom-end' : 'bottom-start'}
      withinPortal={false}
      // A menu may hold its items only; the library's placeholder for the focus is none.
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>{trigger}</Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ id, label, icon, apart = false, disabled = false, onSelect }) => (
          <Fragment key={id}>
            {apart && <Menu.Divider />}
            <Menu.Item
              leftSection={icon}
              disabled={disabled}
              onClick={({ currentTarget }) => {
                // The line goes with its menu: what it opens gives the focus back to the button.
                focusTrigger(currentTarget);
                onSelect();
              }}
            >
              {label}
            </Menu.Item>
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function focusTrigger(line: Element): void {
  const name = line.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  if (name) document.getElementById(name)?.focus({ preventScroll: true });
}
