import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../../ui/form/TextField.tsx';
import { TextareaField } from '../../../../ui/form/TextareaField.tsx';
import { useFormat } from '../../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../../ui/layout/Box.tsx';
import { Grid } from '../../../../ui/layout/Layout.tsx';
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
      { name: 'optional', type: 'boolean', standard: 'false' },
      { name: 'type', type: "'text' | 'email' | 'tel' | 'url' | 'password'", standard: "'text'" },
    ]),
    documented<ComponentProps<typeof TextareaField>>('TextareaField', [
      { name: 'rows', type: 'number', standard: '3' },
      { name: 'maxLength', type: 'number', standard: '–' },
    ]),
  ],
  keyboard: [],
};

function OneLine() {
  const { t } = useTranslation('gallery-samples');
  const [name, setName] = useState(t('layla'));
  const [email, setEmail] = useState('layla@mail.example');
  return (
    <Grid min={16}>
      <TextField id="basic-name" label={t('name')} value={name} onChange={setName} />
      <TextField
        id="basic-email"
        label={t('email')}
        type="email"
        hint={t('emailHint')}
        value={email}
        onChange={setEmail}
      />
    </Grid>
  );
}

function SeveralLines() {
  const { t } = useTranslation('gallery-samples');
  const format = useFormat();
  const [note, setNote] = useState(t('promiseText'));
  return (
    <Box max="36rem">
      <TextareaField
        id="basic-note"
        label={t('note')}
        rows={4}
        maxLength={longest}
        hint={t('ui:progress.doneOf', {
          done: format.count(note.length),
          all: format.count(longest),
        })}
        value={note}
        onChange={setNote}
      />
    </Box>
  );
}

const longest = 500;

function States() {
  const { t } = useTranslation('gallery-samples');
  const [value, setValue] = useState('12');
  const same = { value, onChange: setValue };
  return (
    <Box flow="stack" gap={4} max="24rem">
      <TextField
        id="basic-wrong"
        label={t('fieldState.invalid')}
        {...same}
        error={t('ui:form.issue.invalid')}
      />
      <TextField id="basic-optional" label={t('fieldState.mayBeEmpty')} {...same} optional />
      <TextField id="basic-off" label={t('fieldState.disabled')} {...same} disabled />
    </Box>
  );
}
