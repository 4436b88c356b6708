import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Select, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Box } from '../layout/Box.tsx';
import { toInputProps } from './field.ts';
import type { FieldProps } from './field.ts';

export type SelectOption<Value extends string = string> = {
  value: Value;
  label: string;
  /** Further text by which typing finds the option, such as its official name. */
  searchText?: string;
  /** Information that helps to choose, such as the number of loans that a team already has. */
  note?: ReactNode;
  disabled?: boolean;
};

type SelectFieldProps<Value extends string> = Omit<FieldProps, 'required'> & {
  options: readonly SelectOption<Value>[];
  value: Value | null;
  /**
   * Shows the label to screen readers only, if the text next to the field already names its
   * purpose.
   */
  isLabelHidden?: boolean;
  onOpen?: () => void;
} & (
    | { required: true; onChange: (value: Value) => void }
    | { required?: false | undefined; onChange: (value: Value | null) => void }
  );

/**
 * A choice of one option from a list. With more than seven options, the user can search by typing.
 */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { options, value, isLabelHidden = false, onOpen, onChange: _, ...field } = props;
  const { t } = useTranslation('ui');
  const notes = new Map(options.map((option) => [option.value, option.note]));
  const searched = new Map<string, string>(
    options.map(({ value: key, label, searchText = '' }) => [
      key,
      `${label} ${searchText}`.toLowerCase(),
    ]),
  );
  return (
    <Select
      {...toInputProps(
        isLabelHidden ? { ...field, label: <VisuallyHidden>{field.label}</VisuallyHidden> } : field,
      )}
      placeholder={field.placeholder ?? t('form.choose')}
      data={options.map(({ value: key, label, disabled = false }) => ({
        value: key,
        label,
        disabled,
      }))}
      value={value}
      onChange={(key) => {
        const chosen = options.find((option) => option.value === key);
        if (chosen) props.onChange(chosen.value);
        else if (!props.required) props.onChange(null);
      }}
      searchable={options.length > 7}
      filter={({ options: given, search }) => {
        const typed = search.trim().toLowerCase();
        return given.filter((one) => 'value' in one && searched.get(one.value)?.includes(typed));
      }}
      nothingFoundMessage={t('form.nothingFound')}
      {...(onOpen && { onDropdownOpen: onOpen })}
      allowDeselect={!field.required}
      rightSection={<IconChevronDown size={16} stroke={1.5} aria-hidden="true" />}
      rightSectionPointerEvents="none"
      // The list is rendered next to its field, where screen readers look for it, and fixed, so
      // that no dialog cuts it off.
      comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed', shadow: 'md' }}
      withScrollArea={false}
      styles={{
        options: { maxBlockSize: 272, overflowY: 'auto' },
        // A hidden label must not move the field down.
        ...(isLabelHidden && { label: { position: 'absolute' } }),
      }}
      renderOption={({ option, checked }) => (
        <Box as="span" flow="row" wrap={false} align="stretch" grow>
          <span>{option.label}</span>
          <Box as="span" push tone="muted" tabular>
            {notes.get(option.value)}
          </Box>
          {checked && <IconCheck size={16} stroke={1.5} aria-hidden="true" />}
        </Box>
      )}
    />
  );
}
