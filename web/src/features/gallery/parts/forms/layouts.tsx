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
  keyboard: [],
};

function Sections() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Stack gap={6}>
      <FormSection title={t('borrower')}>
        <Line name="name" />
        <Line name="phone" />
      </FormSection>
      <FormSection title={t('loan')}>
        <Line name="amount" />
      </FormSection>
    </Stack>
  );
}

function Abreast() {
  return (
    <Grid min={12}>
      <Line name="email" />
      <Line name="postalCode" />
      <Line name="region" />
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

type LineProps = { name: 'name' | 'phone' | 'amount' | 'email' | 'postalCode' | 'region' };

function Line({ name }: LineProps) {
  const { t } = useTranslation('gallery-samples');
  const [value, setValue] = useState('');
  return <TextField id={useId()} label={t(name)} value={value} onChange={setValue} />;
}
