import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { MultiSelect } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { toInputProps, type FieldProps } from './field.ts';

type SeveralPickedFieldProps = FieldProps & {
  groups: readonly { label: string; options: readonly { value: string; label: string }[] }[];
  value: readonly string[];
  onChange: (value: string[]) => void;
};

/** Several choices from many options, searched by typing; each can be removed. */
export function SeveralPickedField({ groups, value, onChange, ...field }: SeveralPickedFieldProps) {
  const { t } = useTranslation('ui');
  return (
    <MultiSelect
      {...toInputProps(field)}
      data={groups
        .filter(({ options }) => options.length > 0)
        .map(({ label, options }) => ({ group: label, items: options.map((one) => ({ ...one })) }))}
      value={[...value]}
      onChange={onChange}
      searchable
      hidePickedOptions
      rightSection={<IconChevronDown size={16} stroke={1.5} aria-hidden="true" />}
      rightSectionPointerEvents="none"
      nothingFoundMessage={t('form.nothingFound')}
      comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed', shadow: 'md' }}
      withScrollArea={false}
      styles={{ options: { maxBlockSize: 272, overflowY: 'auto' } }}
    />
  );
}
