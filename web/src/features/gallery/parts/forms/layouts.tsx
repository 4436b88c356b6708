import { type ComponentProps, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../../../ui/form/PageForm.tsx';
import { TextField } from '../../../../ui/form/TextField.tsx';
import { Grid, Stack } from '../../../../ui/layout/Layout.tsx';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { Sections, Abreast, Upright },
  components: [
    documented<ComponentProps<typeof FormSection>>('FormSection', [
      { name: 'title', type: 'string' },
      { name: 'hint', type: 'ReactNode', standard: '–' },
    ]),
  ],
  keyboard: [{ keys: ['Tab'], does: 'nextField' }],
};

function Sections() {
  const { t } = useTranslation('gallery-forms');
  return (
    <>
      <FormSection title={t('layouts.words.person')} hint={t('layouts.words.personHint')}>
        <Line name="name" />
        <Line name="phone" />
      </FormSection>
      <FormSection title={t('layouts.words.work')}>
        <Line name="employer" />
      </FormSection>
    </>
  );
}

function Abreast() {
  return (
    <Grid min={12}>
      <Line name="street" />
      <Line name="code" />
      <Line name="city" />
    </Grid>
  );
}

function Upright() {
  return (
    <Stack gap={4}>
      <Line name="name" />
      <Line name="phone" />
    </Stack>
  );
}

type LineProps = { name: 'name' | 'phone' | 'employer' | 'street' | 'code' | 'city' };

function Line({ name }: LineProps) {
  const { t } = useTranslation('gallery-forms');
  const [value, setValue] = useState('');
  return (
    <TextField id={useId()} label={t(`layouts.words.${name}`)} value={value} onChange={setValue} />
  );
}
