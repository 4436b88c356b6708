import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../../ui/form/TextField.tsx';
import { TextareaField } from '../../../../ui/form/TextareaField.tsx';
import { Stack, Grid } from '../../../../ui/layout/Layout.tsx';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { OneLine, SeveralLines, States },
  components: [
    documented<ComponentProps<typeof TextField>>('TextField', [
      { name: 'id', type: 'string' },
      { name: 'label', type: 'ReactNode' },
      { name: 'hint', type: 'ReactNode', standard: '–' },
      { name: 'error', type: 'string', standard: '–' },
      { name: 'disabled', type: 'boolean', standard: 'false' },
      { name: 'value', type: 'string' },
      { name: 'onChange', type: '(value) => void' },
      { name: 'type', type: "'text' | 'email' | 'tel' | 'url' | 'password'", standard: "'text'" },
    ]),
  ],
  keyboard: [],
};

function OneLine() {
  const { t } = useTranslation('gallery-samples');
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  return (
    <Grid min={16}>
      <TextField id="basic-name" label={t('name')} value={name} onChange={setName} />
      <TextField
        id="basic-email"
        label={t('email')}
        type="email"
        value={email}
        onChange={setEmail}
      />
    </Grid>
  );
}

function SeveralLines() {
  const { t } = useTranslation('gallery-samples');
  const [note, setNote] = useState('');
  return (
    <TextareaField
      id="basic-note"
      label={t('note')}
      rows={4}
      maxLength={500}
      value={note}
      onChange={setNote}
    />
  );
}

function States() {
  const { t } = useTranslation('gallery-samples');
  const [value, setValue] = useState('12');
  const same = { value, onChange: setValue };
  return (
    <Stack gap={4}>
      <TextField
        id="basic-wrong"
        label={t('fieldState.invalid')}
        {...same}
        error={t('ui:form.issue.invalid')}
      />
      <TextField id="basic-optional" label={t('fieldState.mayBeEmpty')} {...same} optional />
      <TextField id="basic-off" label={t('fieldState.disabled')} {...same} disabled />
    </Stack>
  );
}
