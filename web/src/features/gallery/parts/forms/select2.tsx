import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { MultiSelect, TagsInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { toInputProps } from '../../../../ui/form/field.ts';
import { Box } from '../../../../ui/layout/Box.tsx';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { OneOfMany, Several, OwnWords },
  components: [
    documented<ComponentProps<typeof SelectField>>('SelectField', [
      { name: 'options', type: 'readonly { value, label, note? }[]' },
      { name: 'value', type: 'string | null' },
      { name: 'onChange', type: '(value) => void' },
      { name: 'required', type: 'boolean', standard: 'false' },
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
  const [region, setRegion] = useState<string | null>(null);
  return (
    <Box max="24rem">
      <SelectField
        id="select-region"
        label={t('region')}
        options={regions.map((name) => ({ value: name, label: name }))}
        value={region}
        onChange={setRegion}
      />
    </Box>
  );
}

function Several() {
  const { t } = useTranslation('gallery-samples');
  const [chosen, setChosen] = useState<string[]>(['Oregon']);
  return (
    <Box max="24rem">
      <MultiSelect
        {...toInputProps({ id: 'select-several', label: t('region') })}
        data={regions}
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
  const [words, setWords] = useState<string[]>([]);
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

const regions = [
  'Arizona',
  'California',
  'Florida',
  'Georgia',
  'Illinois',
  'New York',
  'Ohio',
  'Oregon',
  'Texas',
];
