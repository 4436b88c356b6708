import '@mantine/core/styles/NumberInput.layer.css';
import { NumberInput, type NumberInputProps } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../../ui/button/Button.tsx';
import { toInputProps } from '../../../../ui/form/field.ts';
import { isolated } from '../../../../ui/format/isolated.ts';
import { Box } from '../../../../ui/layout/Box.tsx';
import { Grid, Stack } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { documented, type Part } from '../../part.ts';
import { StepFrame } from '../../StepFrame.tsx';
import classes from './touchspin.module.css';

export const part: Part = {
  examples: { Instalments, Steps, WithButtons, Disabled },
  components: [
    documented<NumberInputProps>('NumberInput', [
      { name: 'min', type: 'number', standard: '–' },
      { name: 'max', type: 'number', standard: '–' },
      { name: 'step', type: 'number', standard: '1' },
      { name: 'clampBehavior', type: "'blur' | 'strict' | 'none'", standard: "'blur'" },
      { name: 'stepHoldInterval', type: 'number', standard: '–' },
    ]),
  ],
  keyboard: [
    { keys: ['↑', '↓'], does: 'step' },
    { keys: ['Tab'], does: 'moveFocus' },
  ],
};

function Instalments() {
  const { t } = useTranslation('gallery-samples');
  const [count, setCount] = useState<string | number>(12);
  return (
    <Box max="24rem">
      <NumberInput
        {...toInputProps({
          id: 'spin-count',
          label: t('instalments'),
          hint: isolated(t('ui:filters.between', { from: 1, to: 84 })),
        })}
        className={classes.spin}
        min={1}
        max={84}
        stepHoldDelay={400}
        stepHoldInterval={80}
        value={count}
        onChange={setCount}
      />
    </Box>
  );
}

function Steps() {
  const { t } = useTranslation('gallery-samples');
  const [rate, setRate] = useState<string | number>(14.5);
  const [amount, setAmount] = useState<string | number>(5_000);
  return (
    <Grid min={14}>
      <div className={classes.measured} data-unit="%">
        <NumberInput
          {...toInputProps({ id: 'spin-rate', label: t('rate') })}
          className={classes.spin}
          step={0.25}
          decimalScale={2}
          fixedDecimalScale
          min={0}
          value={rate}
          onChange={setRate}
        />
      </div>
      <div className={classes.measured} data-unit="USD">
        <NumberInput
          {...toInputProps({ id: 'spin-amount', label: t('amount') })}
          className={classes.spin}
          step={500}
          min={0}
          thousandSeparator=","
          value={amount}
          onChange={setAmount}
        />
      </div>
    </Grid>
  );
}

function WithButtons() {
  const { t } = useTranslation('gallery-samples');
  const [days, setDays] = useState(3);
  const change = (step: number) => setDays((now) => Math.min(30, Math.max(0, now + step)));
  return (
    <Stack gap={1} align="start">
      <label htmlFor="spin-days">
        <Text as="span" size="table" weight="medium">
          {t('days')}
        </Text>
      </label>
      <StepFrame
        less={
          <IconButton
            label={t('fewer')}
            icon={<IconMinus size={18} stroke={1.5} />}
            onClick={() => change(-1)}
            disabled={days === 0}
          />
        }
        more={
          <IconButton
            label={t('oneMore')}
            icon={<IconPlus size={18} stroke={1.5} />}
            onClick={() => change(1)}
            disabled={days === 30}
          />
        }
      >
        <NumberInput
          id="spin-days"
          min={0}
          max={30}
          hideControls
          value={days}
          onChange={(value) => setDays(Number(value))}
        />
      </StepFrame>
    </Stack>
  );
}

function Disabled() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Box max="24rem">
      <NumberInput
        {...toInputProps({ id: 'spin-term', label: t('term'), hint: t('closed') })}
        className={classes.spin}
        value={12}
        disabled
      />
    </Box>
  );
}
