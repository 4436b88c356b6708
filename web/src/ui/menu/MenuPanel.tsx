import '@mantine/core/styles/Menu.layer.css';
import { Menu } from '@mantine/core';
import { Fragment } from 'react';
import type { MouseEvent, ReactNode, RefObject } from 'react';
import { Link, useLocation } from 'react-router';
import { Anchor, landmarkOf } from '../overlay/Anchor.tsx';
import { useIsStill } from '../overlay/Still.tsx';
import { Kit } from '../theme/Kit.tsx';
import type { MenuAction } from './Menu.tsx';
import classes from './Menu.module.css';

type MenuPanelProps = {
  id: string;
  anchor: RefObject<HTMLButtonElement | null>;
  align: 'start' | 'end';
  width: number | undefined;
  isOpen: boolean;
  /** False if the menu opened on hover. */
  takesFocus: boolean;
  onClose: () => void;
  actions: readonly MenuAction[];
  head: ReactNode;
};

export function MenuPanel(props: MenuPanelProps) {
  const { id, anchor, align, width, isOpen, takesFocus, onClose, actions, head } = props;
  const isStill = useIsStill();
  // Takes the width of an icon, so that all labels of a menu with icons are in line.
  const icon = actions.find((action) => Boolean(action.icon))?.icon;
  const noIcon = icon && <span style={{ display: 'flex', visibility: 'hidden' }}>{icon}</span>;
  const onClick = ({ target }: MouseEvent) => {
    if (!(target instanceof Element) || !target.closest('[role=menuitem]')) return;
    // The chosen action may open an overlay, which later returns the focus to the current element.
    anchor.current?.focus();
  };
  return (
    <Kit>
      <Menu
        id={id}
        opened={isOpen}
        onChange={(opened) => !opened && onClose()}
        position={`bottom-${align}`}
        offset={4}
        shadow="md"
        {...(width !== undefined && { width })}
        trapFocus={takesFocus}
        withInitialFocusPlaceholder={false}
        withinPortal={!isStill}
        portalProps={{ target: landmarkOf(anchor.current) }}
        classNames={classNames}
      >
        <Menu.Target>
          <Anchor to={anchor} />
        </Menu.Target>
        <Menu.Dropdown onClick={onClick}>
          {head}
          {actions.map((action) => (
            <Fragment key={action.id}>
              {action.apart && <Menu.Divider />}
              <Item {...action} icon={action.icon ?? noIcon} />
            </Fragment>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Kit>
  );
}

function Item(action: MenuAction) {
  const { label, icon, end, disabled = false } = action;
  const { pathname } = useLocation();
  const isHere = 'to' in action && action.to === pathname;
  const current = action.current ?? (isHere ? 'page' : undefined);
  const itemProps = { leftSection: icon, rightSection: end, 'aria-current': current };
  return 'to' in action ? (
    <Menu.Item {...itemProps} component={Link} to={action.to}>
      {label}
    </Menu.Item>
  ) : (
    <Menu.Item {...itemProps} disabled={disabled} onClick={action.onSelect}>
      {label}
    </Menu.Item>
  );
}

const classNames = {
  dropdown: classes.menu ?? '',
  item: classes.item ?? '',
  itemSection: classes.icon ?? '',
  divider: classes.divider ?? '',
};
