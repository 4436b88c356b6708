import { TextInput } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button/Button.tsx';
import { toInputProps } from '../../../../ui/form/field.ts';
import { MoneyField } from '../../../../ui/form/MoneyField.tsx';
import { PercentField } from '../../../../ui/form/PercentField.tsx';
import { TextField } from '../../../../ui/form/TextField.tsx';
import { Box } from '../../../../ui/layout/Box.tsx';
import { Grid, Row } from '../../../../ui/layout/Layout.tsx';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { Units, SignBefore, WithButton },
  components: [
    documented<ComponentProps<typeof MoneyField>>('MoneyField', [
      { name: 'currency', type: 'string' },
      { name: 'value', type: 'number | null' },
      { name: 'onChange', type: '(amountMinor) => void' },
    ]),
  ],
  keyboard: [],
};

function Units() {
  const { t } = useTranslation('gallery-samples');
  const [amount, setAmount] = useState<number | null>(125_000);
  const [rate, setRate] = useState<string | null>('12.5');
  return (
    <Grid min={14}>
      <MoneyField
        id="group-amount"
        label={t('amount')}
        currency="USD"
        value={amount}
        onChange={setAmount}
      />
      <PercentField id="group-rate" label={t('rate')} value={rate} onChange={setRate} />
    </Grid>
  );
}

function SignBefore() {
  const { t } = useTranslation('gallery-samples');
  const [phone, setPhone] = useState('');
  const icon = <IconPhone size={16} stroke={1.5} aria-hidden="true" />;
  // The field is always left-to-right, but the icon belongs at the start edge of the page.
  const side = document.documentElement.dir === 'rtl' ? 'rightSection' : 'leftSection';
  return (
    <Box max="24rem">
      <TextInput
        {...toInputProps({ id: 'group-phone', label: t('phone') })}
        {...{ [side]: icon }}
        type="tel"
        dir="ltr"
        value={phone}
        onChange={(event) => setPhone(event.currentTarget.value)}
      />
    </Box>
  );
}

function WithButton() {
  const { t } = useTranslation('gallery-samples');
  const [code, setCode] = useState('20457');
  return (
    <Row align="end" gap={2}>
      <TextField id="group-code" label={t('postalCode')} value={code} onChange={setCode} />
      <Button onClick={() => setCode('')} disabled={code === ''}>
        {t('ui:form.clear')}
      </Button>
    </Row>
  );
}
