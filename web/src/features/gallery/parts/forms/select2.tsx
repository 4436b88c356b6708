import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { MultiSelect, type MultiSelectProps, TagsInput, type TagsInputProps } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { toInputProps } from '../../../../ui/form/field.ts';
import { useFormat } from '../../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../../ui/layout/Box.tsx';
import { documented, type Part } from '../../part.ts';
import { StillList } from '../../still-panels.tsx';

export const part: Part = {
  examples: { OneOfMany, Several, OwnWords },
  stills: { OneOfMany: RegionsOpen, Several: GroupsOpen },
  hangs: { OneOfMany: 'field', Several: 'field' },
  components: [
    documented<ComponentProps<typeof SelectField>>('SelectField', [
      { name: 'options', type: '{ value, label, note?, disabled? }[]' },
      { name: 'value', type: 'string | null' },
      { name: 'onChange', type: '(value) => void' },
      { name: 'required', type: 'boolean', standard: 'false' },
    ]),
    documented<MultiSelectProps>('MultiSelect', [
      { name: 'data', type: '{ group, items }[]', standard: '[]' },
      { name: 'searchable', type: 'boolean', standard: 'false' },
      { name: 'clearable', type: 'boolean', standard: 'false' },
    ]),
    documented<TagsInputProps>('TagsInput', [
      { name: 'maxTags', type: 'number', standard: '–' },
      { name: 'splitChars', type: 'string[]', standard: "[',']" },
    ]),
  ],
  keyboard: [
    { keys: ['↑', '↓'], does: 'moveAndSelect' },
    { keys: ['Enter'], does: 'select' },
    { keys: ['Esc'], does: 'closeList' },
  ],
};

function OneOfMany() {
  const { t } = useTranslation('gallery-samples');
  const [region, setRegion] = useState<string | null>('Oregon');
  return (
    <Box max="24rem">
      <SelectField
        id="select-region"
        label={t('region')}
        options={useRegions()}
        value={region}
        onChange={setRegion}
      />
    </Box>
  );
}

function Several() {
  const { t } = useTranslation('gallery-samples');
  const [chosen, setChosen] = useState<string[]>(chosenRegions);
  return (
    <Box max="24rem">
      <MultiSelect
        {...toInputProps({ id: 'select-several', label: t('region') })}
        data={useGroups().map(({ label, options }) => ({ group: label, items: options }))}
        value={chosen}
        onChange={setChosen}
        searchable
        clearable
        rightSection={<IconChevronDown size={16} stroke={1.5} aria-hidden="true" />}
        clearButtonProps={{ 'aria-label': t('ui:form.clear') }}
        comboboxProps={{ shadow: 'md' }}
      />
    </Box>
  );
}

function OwnWords() {
  const { t } = useTranslation('gallery-samples');
  const [words, setWords] = useState<string[]>(() => [t('salary'), t('trade')]);
  return (
    <Box max="24rem">
      <TagsInput
        {...toInputProps({
          id: 'select-words',
          label: t('tags'),
          hint: t('tagLimit'),
        })}
        value={words}
        onChange={setWords}
        maxTags={5}
      />
    </Box>
  );
}

/** Each region with its number of loans; one without loans cannot be chosen. */
const loansOf: Readonly<Record<string, number>> = {
  Arizona: 212,
  California: 1_480,
  Florida: 967,
  Georgia: 410,
  Illinois: 388,
  'New York': 854,
  Ohio: 0,
  Oregon: 126,
};

function useRegions() {
  const format = useFormat();
  return Object.entries(loansOf).map(([name, loans]) => ({
    value: name,
    label: name,
    note: format.count(loans),
    disabled: loans === 0,
  }));
}

function RegionsOpen() {
  return <StillList groups={[{ options: useRegions() }]} chosen={['Oregon']} />;
}

const chosenRegions = ['California', 'Georgia'];

function useGroups() {
  const { t } = useTranslation('gallery-samples');
  return (['west', 'south'] as const).map((side) => ({
    label: t(`regions.${side}`),
    options: regionsOf[side].map((name) => ({ value: name, label: name })),
  }));
}

const regionsOf = {
  west: ['Arizona', 'California', 'Oregon'],
  south: ['Florida', 'Georgia', 'Texas'],
};

function GroupsOpen() {
  return <StillList groups={useGroups()} chosen={chosenRegions} />;
}
