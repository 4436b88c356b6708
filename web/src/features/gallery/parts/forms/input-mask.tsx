import { MaskInput, type MaskInputProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toInputProps } from '../../../../ui/form/field.ts';
import { MoneyField } from '../../../../ui/form/MoneyField.tsx';
import { Box } from '../../../../ui/layout/Box.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { AccountNumber, Phone, Day, Currency, DayAndTime },
  components: [
    documented<MaskInputProps>('MaskInput', [
      { name: 'mask', type: 'string | (string | RegExp)[]' },
      { name: 'slotChar', type: 'string', standard: "'_'" },
      { name: 'transform', type: '(char) => string', standard: '–' },
      { name: 'onChangeRaw', type: '(raw, masked) => void', standard: '–' },
    ]),
  ],
  keyboard: [
    { keys: ['Tab'], does: 'moveFocus' },
    { keys: ['Backspace'], does: 'deleteSign' },
  ],
};

/** Not translated, because these masks are the same in every language. */
const patterns = {
  account: 'AA00 0000 0000 0000 0000 00',
  phone: '+000 00 000 000',
} as const;

function AccountNumber() {
  const { t } = useTranslation('gallery-samples');
  const [raw, setRaw] = useState('AE07033123456789012345');
  return (
    <Box max="24rem">
      <MaskInput
        {...toInputProps({ id: 'mask-account', label: t('accountNumber') })}
        placeholder={patterns.account}
        defaultValue="AE07 0331 2345 6789 0123 45"
        mask="aa99 9999 9999 9999 9999 99"
        transform={(sign) => sign.toUpperCase()}
        dir="ltr"
        onChangeRaw={setRaw}
      />
      <Text size="caption" tone="muted">
        {t('value', { value: raw || '–' })}
      </Text>
    </Box>
  );
}

function Phone() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Box max="24rem">
      <MaskInput
        {...toInputProps({ id: 'mask-phone', label: t('phone') })}
        placeholder={patterns.phone}
        defaultValue="+971 50 555 012"
        mask="+999 99 999 999"
        type="tel"
        dir="ltr"
      />
    </Box>
  );
}

function Day() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Box max="24rem">
      <MaskInput
        {...toInputProps({ id: 'mask-day', label: t('day') })}
        placeholder={t('dayPattern')}
        defaultValue="05/12/2026"
        mask="99/99/9999"
        slotChar={t('daySlots')}
        inputMode="numeric"
        dir="ltr"
      />
    </Box>
  );
}

function Currency() {
  const { t } = useTranslation('gallery-samples');
  const [amountMinor, setAmountMinor] = useState<number | null>(1_248_022);
  return (
    <Box max="24rem">
      <MoneyField
        id="mask-amount"
        label={t('amount')}
        currency="USD"
        value={amountMinor}
        onChange={setAmountMinor}
      />
    </Box>
  );
}

function DayAndTime() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Box max="24rem">
      <MaskInput
        {...toInputProps({ id: 'mask-moment', label: t('dateTime') })}
        placeholder={t('momentPattern')}
        defaultValue="2026-12-05 09:30"
        mask="9999-99-99 99:99"
        dir="ltr"
      />
    </Box>
  );
}
