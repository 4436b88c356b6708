import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { MultiSelect, Select, type ComboboxParsedItem } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toInputProps } from './field.ts';
import type { FieldProps } from './field.ts';
import type { SelectOption } from './SelectField.tsx';

type SearchedFieldProps = FieldProps & {
  /** What is chosen, with its words: it may be none of those found. */
  chosen: SelectOption | null;
  /** What was found for the text typed. */
  found: readonly SelectOption[];
  onType: (text: string) => void;
  onChoose: (value: string | null) => void;
};

/** The list under such a field. */
const listProps = {
  // The server has found them already, by more than their words.
  filter: ({ options }: { options: ComboboxParsedItem[] }) => options,
  comboboxProps: { withinPortal: false, floatingStrategy: 'fixed', shadow: 'md' },
  withScrollArea: false,
  styles: { options: { maxBlockSize: 272, overflowY: 'auto' } },
} as const;

/** One of too many to list: found by the server while its name is typed. */
export function SearchedField(props: SearchedFieldProps) {
  const { chosen, found, onType, onChoose, ...field } = props;
  const { t } = useTranslation('ui');
  // Before anything is typed nothing has been looked for.
  const [typed, setTyped] = useState('');
  const others = found.filter(({ value }) => value !== chosen?.value);
  const options = chosen ? [chosen, ...others] : others;
  return (
    <Select
      {...toInputProps(field)}
      data={options.map(({ value, label }) => ({ value, label }))}
      value={chosen?.value ?? null}
      onChange={onChoose}
      searchable
      clearable={field.required !== true}
      clearButtonProps={{ 'aria-label': t('form.clear') }}
      onSearchChange={(text) => {
        setTyped(text);
        onType(text);
      }}
      nothingFoundMessage={typed.trim() === '' ? undefined : t('form.nothingFound')}
      {...listProps}
    />
  );
}

type SeveralSearchedFieldProps = FieldProps & {
  /** Those chosen, with their words. */
  chosen: readonly SelectOption[];
  found: readonly SelectOption[];
  onType: (text: string) => void;
  onChoose: (chosen: readonly SelectOption[]) => void;
};

/** Several of too many to list; each can be taken off again. */
export function SeveralSearchedField(props: SeveralSearchedFieldProps) {
  const { chosen, found, onType, onChoose, ...field } = props;
  const { t } = useTranslation('ui');
  const [typed, setTyped] = useState('');
  const isChosen = (value: string) => chosen.some((one) => one.value === value);
  const options = [...chosen, ...found.filter(({ value }) => !isChosen(value))];
  return (
    <MultiSelect
      {...toInputProps(field)}
      data={options.map(({ value, label }) => ({ value, label }))}
      value={chosen.map(({ value }) => value)}
      onChange={(values) =>
        onChoose(values.flatMap((value) => options.find((option) => option.value === value) ?? []))
      }
      searchable
      hidePickedOptions
      rightSection={<IconChevronDown size={16} stroke={1.5} aria-hidden="true" />}
      rightSectionPointerEvents="none"
      onSearchChange={(text) => {
        setTyped(text);
        onType(text);
      }}
      nothingFoundMessage={typed.trim() === '' ? undefined : t('form.nothingFound')}
      {...listProps}
    />
  );
}
