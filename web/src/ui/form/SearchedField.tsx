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
  /** The chosen option; it may be missing from the results. */
  chosen: SelectOption | null;
  /** The results for the typed text. */
  found: readonly SelectOption[];
  onType: (text: string) => void;
  onChoose: (value: string | null) => void;
};

const arrow = <IconChevronDown size={16} stroke={1.5} aria-hidden="true" />;

/** Shared properties of the result list. */
const listProps = {
  // The server has filtered the results already, by more than their labels.
  filter: ({ options }: { options: ComboboxParsedItem[] }) => options,
  comboboxProps: { withinPortal: false, floatingStrategy: 'fixed', shadow: 'md' },
  withScrollArea: false,
  styles: { options: { maxBlockSize: 272, overflowY: 'auto' } },
} as const;

/** A choice from too many options to list: the server searches while the user types. */
export function SearchedField(props: SearchedFieldProps) {
  const { chosen, found, onType, onChoose, ...field } = props;
  const { t } = useTranslation('ui');
  // Nothing has been searched before the user types.
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
      placeholder={field.placeholder ?? t('form.search')}
      // The clear button takes the place of the arrow.
      {...(chosen === null && { rightSection: arrow, rightSectionPointerEvents: 'none' })}
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
  /** The chosen options with their labels. */
  chosen: readonly SelectOption[];
  found: readonly SelectOption[];
  onType: (text: string) => void;
  onChoose: (chosen: readonly SelectOption[]) => void;
};

/** Several choices from too many options to list; each can be removed. */
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
      placeholder={chosen.length === 0 ? (field.placeholder ?? t('form.search')) : undefined}
      rightSection={arrow}
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
