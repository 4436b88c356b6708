import '@mantine/core/styles/Stepper.layer.css';
import { Stepper, type StepperProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button/Button.tsx';
import { MoneyField } from '../../../../ui/form/MoneyField.tsx';
import { TextField } from '../../../../ui/form/TextField.tsx';
import { useFormat } from '../../../../ui/format/FormatProvider.tsx';
import { Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { LoanRequest, Upright },
  components: [
    documented<StepperProps>('Stepper', [
      { name: 'active', type: 'number' },
      { name: 'onStepClick', type: '(step) => void', standard: '–' },
      { name: 'allowNextStepsSelect', type: 'boolean', standard: 'true' },
      { name: 'orientation', type: 'horizontal | vertical', standard: 'horizontal' },
    ]),
  ],
  keyboard: [
    { keys: ['Tab'], does: 'nextField' },
    { keys: ['Enter'], does: 'press' },
  ],
};

function LoanRequest() {
  const { t } = useTranslation('gallery-forms');
  const format = useFormat();
  const [step, setStep] = useState(0);
  const [name, setName] = useState('');
  const [amount, setAmount] = useState<number | null>(null);
  const isComplete = [name.trim() !== '', amount !== null, true][step] ?? true;
  return (
    <Stack gap={5}>
      <Stepper
        active={step}
        onStepClick={setStep}
        allowNextStepsSelect={false}
        size="sm"
        aria-label={t('wizards.words.steps')}
      >
        <Stepper.Step label={t('wizards.words.person')}>
          <TextField
            id="wizard-name"
            label={t('wizards.words.name')}
            value={name}
            onChange={setName}
          />
        </Stepper.Step>
        <Stepper.Step label={t('wizards.words.loan')}>
          <MoneyField
            id="wizard-amount"
            label={t('wizards.words.amount')}
            currency="USD"
            value={amount}
            onChange={setAmount}
          />
        </Stepper.Step>
        <Stepper.Step label={t('wizards.words.check')}>
          <p>{t('wizards.words.summary', { name, amount: format.money(amount ?? 0, 'USD') })}</p>
        </Stepper.Step>
        <Stepper.Completed>
          <p role="status">{t('wizards.words.done')}</p>
        </Stepper.Completed>
      </Stepper>
      <Row as="div" gap={2}>
        <Button disabled={step === 0} onClick={() => setStep(step - 1)}>
          {t('wizards.words.back')}
        </Button>
        <Button
          kind="primary"
          disabled={!isComplete || step === 3}
          onClick={() => setStep(step + 1)}
        >
          {t(step < 2 ? 'wizards.words.next' : 'wizards.words.finish')}
        </Button>
      </Row>
    </Stack>
  );
}

function Upright() {
  const { t } = useTranslation('gallery-forms');
  const [step, setStep] = useState(1);
  return (
    <Stepper active={step} onStepClick={setStep} orientation="vertical" size="sm">
      <Stepper.Step label={t('wizards.words.person')} description={t('wizards.words.personText')} />
      <Stepper.Step label={t('wizards.words.loan')} description={t('wizards.words.loanText')} />
      <Stepper.Step label={t('wizards.words.check')} description={t('wizards.words.checkText')} />
    </Stepper>
  );
}
