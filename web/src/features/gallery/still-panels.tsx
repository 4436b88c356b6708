import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Tooltip.layer.css';
import { Combobox, Tooltip, useCombobox } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';
import { Box } from '../../ui/layout/Box.tsx';
import { Stack } from '../../ui/layout/Layout.tsx';
import { MenuPanel } from '../../ui/menu/MenuPanel.tsx';
import { PopoverPanel } from '../../ui/overlay/PopoverPanel.tsx';
import { Kit } from '../../ui/theme/Kit.tsx';

type StillMenuProps = Pick<ComponentProps<typeof MenuPanel>, 'actions'> & {
  head?: ReactNode;
  width?: number;
};

/** An open menu, for a picture. */
export function StillMenu({ actions, head, width }: StillMenuProps) {
  return (
    <MenuPanel
      id={useId()}
      anchor={noButton}
      align="start"
      width={width}
      isOpen
      takesFocus={false}
      onClose={noChange}
      actions={actions}
      head={head}
    />
  );
}

type StillPopoverProps = { label: string; width?: number; children: ReactNode };

/** An open popover, for a picture. */
export function StillPopover({ label, width, children }: StillPopoverProps) {
  return (
    <PopoverPanel
      id={useId()}
      anchor={noButton}
      label={label}
      position="bottom-start"
      width={width}
      focuses="panel"
      isOpen
      onClose={noChange}
    >
      {children}
    </PopoverPanel>
  );
}

type StillListProps = {
  groups: readonly {
    label?: string;
    options: readonly { value: string; label: string; note?: ReactNode; disabled?: boolean }[];
  }[];
  chosen: readonly string[];
};

/** The open list of a selection, for a picture. */
export function StillList({ groups, chosen }: StillListProps) {
  const store = useCombobox({ opened: true });
  return (
    <Kit>
      <Combobox store={store} withinPortal={false} hideDetached={false} width="100%" shadow="md">
        <Combobox.Target>
          <span />
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Options>
            {groups.map(({ label, options }, at) => (
              <Combobox.Group key={label ?? at} label={label}>
                {options.map((option) => (
                  <Combobox.Option
                    key={option.value}
                    value={option.value}
                    disabled={option.disabled ?? false}
                  >
                    <Box as="span" flow="row" wrap={false}>
                      {option.label}
                      <Box as="span" push tone="muted" tabular>
                        {option.note}
                      </Box>
                      {chosen.includes(option.value) && (
                        <IconCheck size={16} stroke={1.5} aria-hidden="true" />
                      )}
                    </Box>
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </Kit>
  );
}

/** A trigger of a table's toolbar with its open panel, for a picture. */
export function StillPair({ trigger, children }: { trigger: ReactNode; children: ReactNode }) {
  return (
    <Stack gap={1} align="end">
      {trigger}
      {children}
    </Stack>
  );
}

/** A visible tooltip, for a picture. */
export function StillTip({ children }: { children: ReactNode }) {
  return (
    <Kit>
      <Tooltip label={children} withinPortal={false} hideDetached={false} opened>
        <span />
      </Tooltip>
    </Kit>
  );
}

const noButton = { current: null };

/** For a picture, in which nothing can be pressed. */
export function noChange(): void {}
