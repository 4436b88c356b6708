import { IconChevronDown } from '@tabler/icons-react';
import { Button } from '../../../ui/button/Button.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { Menu } from '../../../ui/menu/Menu.tsx';

type FilterMenuProps = {
  readonly label: string;
  /** The label of the choice that removes the filter; missing if one option always applies. */
  readonly every?: string;
  readonly options: readonly {
    readonly value: string;
    readonly label: string;
    readonly note?: string;
  }[];
  readonly value: string | undefined;
  readonly onChange: (value: string | null) => void;
};

/**
 * A filter in a menu behind a button, so that the dashboard need not load the code of a select
 * field.
 */
export function FilterMenu({ label, every, options, value, onChange }: FilterMenuProps) {
  const chosen = options.find((option) => option.value === value);
  return (
    <Menu
      align="start"
      trigger={
        <Button size="compact">
          <Row as="span" gap={1} wrap={false}>
            <Text as="span" tone="muted">
              {label}
            </Text>
            <bdi>{chosen?.label ?? every}</bdi>
            <IconChevronDown size={14} stroke={1.75} aria-hidden="true" />
          </Row>
        </Button>
      }
      actions={[
        ...(every === undefined
          ? []
          : [
              {
                id: 'every',
                label: every,
                current: chosen ? undefined : ('true' as const),
                onSelect: () => onChange(null),
              },
            ]),
        ...options.map((option) => ({
          id: option.value,
          label: <bdi>{option.label}</bdi>,
          end: option.note,
          current: option.value === value ? ('true' as const) : undefined,
          onSelect: () => onChange(option.value),
        })),
      ]}
    />
  );
}
