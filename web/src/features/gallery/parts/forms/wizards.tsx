import '@mantine/core/styles/Stepper.layer.css';
import { Stepper, type StepperProps } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button/Button.tsx';
import { MoneyField } from '../../../../ui/form/MoneyField.tsx';
import { TextField } from '../../../../ui/form/TextField.tsx';
import { Money } from '../../../../ui/format/Money.tsx';
import { Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { Box } from '../../../../ui/layout/Box.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { documented, type Part } from '../../part.ts';
import { useIsPhone } from '../../../../ui/state/use-media.ts';
import classes from './wizards.module.css';

export const part: Part = {
  examples: { LoanRequest, Upright, WithReview },
  components: [
    documented<StepperProps>('Stepper', [
      { name: 'active', type: 'number' },
      { name: 'onStepClick', type: '(step) => void', standard: '–' },
      { name: 'allowNextStepsSelect', type: 'boolean', standard: 'true' },
      { name: 'orientation', type: "'horizontal' | 'vertical'", standard: "'horizontal'" },
    ]),
  ],
  keyboard: [
    { keys: ['Tab'], does: 'moveFocus' },
    { keys: ['Enter'], does: 'press' },
  ],
};

const looks = {
  root: classes.stepper ?? '',
  stepIcon: classes.disc ?? '',
  stepBody: classes.words ?? '',
  stepLabel: classes.name ?? '',
  stepCompletedIcon: classes.tick ?? '',
};

function LoanRequest() {
  const { t } = useTranslation('gallery-samples');
  const isPhone = useIsPhone();
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
        orientation={isPhone ? 'vertical' : 'horizontal'}
        size="sm"
        iconSize={28}
        completedIcon={<IconCheck size={16} stroke={2} aria-hidden="true" />}
        classNames={looks}
        aria-label={t('gallery:title.formsWizards')}
      >
        <Stepper.Step label={t('borrower')}>
          <TextField id="wizard-name" label={t('name')} value={name} onChange={setName} />
        </Stepper.Step>
        <Stepper.Step label={t('loan')}>
          <MoneyField
            id="wizard-amount"
            label={t('amount')}
            currency="USD"
            value={amount}
            onChange={setAmount}
          />
        </Stepper.Step>
        <Stepper.Step label={t('review')}>
          <p>
            <bdi>{name}</bdi> · <Money amountMinor={amount ?? 0} currency="USD" />
          </p>
        </Stepper.Step>
        <Stepper.Completed>
          <p role="status">{t('saved', { name })}</p>
        </Stepper.Completed>
      </Stepper>
      <Row as="div" gap={2}>
        <Button disabled={step === 0} onClick={() => setStep(step - 1)}>
          {t('previous')}
        </Button>
        <Button
          kind="primary"
          disabled={!isComplete || step === 3}
          onClick={() => setStep(step + 1)}
        >
          {t(step < 2 ? 'next' : 'ui:form.save')}
        </Button>
      </Row>
    </Stack>
  );
}

function Upright() {
  const { t } = useTranslation('gallery-samples');
  const [step, setStep] = useState(1);
  return (
    <Stepper
      active={step}
      onStepClick={setStep}
      orientation="vertical"
      size="sm"
      iconSize={28}
      completedIcon={<IconCheck size={16} stroke={2} aria-hidden="true" />}
      classNames={looks}
    >
      <Stepper.Step label={t('borrower')} description={t('name')} />
      <Stepper.Step label={t('loan')} description={t('amount')} />
      <Stepper.Step label={t('review')} />
    </Stepper>
  );
}

function WithReview() {
  const { t } = useTranslation('gallery-samples');
  const [step, setStep] = useState(2);
  const [name, setName] = useState(t('layla'));
  const [amount, setAmount] = useState<number | null>(4_000_00);
  const entries = [
    { id: 'borrower', step: 0, value: <bdi>{name}</bdi> },
    { id: 'amount', step: 1, value: <Money amountMinor={amount ?? 0} currency="USD" /> },
  ] as const;
  return (
    <Stack gap={5}>
      <Stepper
        active={step}
        onStepClick={setStep}
        orientation="vertical"
        size="sm"
        iconSize={28}
        completedIcon={<IconCheck size={16} stroke={2} aria-hidden="true" />}
        classNames={looks}
      >
        <Stepper.Step label={t('borrower')}>
          <TextField id="review-name" label={t('name')} value={name} onChange={setName} />
        </Stepper.Step>
        <Stepper.Step label={t('loan')}>
          <MoneyField
            id="review-amount"
            label={t('amount')}
            currency="USD"
            value={amount}
            onChange={setAmount}
          />
        </Stepper.Step>
        <Stepper.Step label={t('review')}>
          <Box as="dl" line="between" max="26rem">
            {entries.map((entry) => (
              <Box key={entry.id} pad={[2, 0]}>
                <Text as="dt" tone="muted" size="caption">
                  {t(entry.id)}
                </Text>
                <Box as="dd" flow="row" justify="between" wrap={false}>
                  {entry.value}
                  <Button
                    size="compact"
                    kind="quiet"
                    aria-label={t('editOf', { name: t(entry.id) })}
                    onClick={() => setStep(entry.step)}
                  >
                    {t('edit')}
                  </Button>
                </Box>
              </Box>
            ))}
          </Box>
        </Stepper.Step>
      </Stepper>
      {step < 2 && (
        <Row>
          <Button kind="primary" onClick={() => setStep(2)}>
            {t('backToReview')}
          </Button>
        </Row>
      )}
    </Stack>
  );
}
