import '@mantine/core/styles/Alert.layer.css';
import { Alert, type AlertProps } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock, IconInfoCircle } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button/Button.tsx';
import { FormFailure } from '../../../../ui/form/FormMessages.tsx';
import { Stack } from '../../../../ui/layout/Layout.tsx';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { Tones, OfAForm, Closable },
  components: [
    documented<AlertProps>('Alert', [
      { name: 'title', type: 'ReactNode', standard: '–' },
      { name: 'variant', type: 'string', standard: "'light'" },
      { name: 'icon', type: 'ReactNode', standard: '–' },
      { name: 'withCloseButton', type: 'boolean', standard: 'false' },
    ]),
    documented<ComponentProps<typeof FormFailure>>('FormFailure', [
      { name: 'failure', type: 'string | undefined' },
      { name: 'safe', type: 'string', standard: '–' },
      { name: 'action', type: 'ReactNode', standard: '–' },
    ]),
  ],
  keyboard: [{ keys: ['Tab', 'Enter'], does: 'press' }],
};

function Tones() {
  const { t } = useTranslation('gallery-elements');
  return (
    <Stack gap={3}>
      {tones.map(({ tone, color, Icon }) => (
        <Alert
          key={tone}
          role="note"
          variant="default"
          title={t(`alerts.words.${tone}`)}
          icon={<Icon size={18} stroke={1.5} color={color} />}
        >
          {t(`alerts.words.${tone}Text`)}
        </Alert>
      ))}
    </Stack>
  );
}

const tones = [
  { tone: 'advice', color: 'var(--accent)', Icon: IconInfoCircle },
  { tone: 'good', color: 'var(--good)', Icon: IconCheck },
  { tone: 'soon', color: 'var(--soon)', Icon: IconClock },
  { tone: 'late', color: 'var(--late)', Icon: IconAlertTriangle },
] as const;

function OfAForm() {
  const { t } = useTranslation('gallery-elements');
  const [hasFailed, setHasFailed] = useState(true);
  if (!hasFailed)
    return <Button onClick={() => setHasFailed(true)}>{t('alerts.words.again')}</Button>;
  return (
    <FormFailure
      failure={t('alerts.words.closed')}
      safe={t('alerts.words.safe')}
      action={
        <Button size="compact" onClick={() => setHasFailed(false)}>
          {t('alerts.words.reload')}
        </Button>
      }
    />
  );
}

function Closable() {
  const { t } = useTranslation('gallery-elements');
  const [isOpen, setIsOpen] = useState(true);
  if (!isOpen)
    return <Button onClick={() => setIsOpen(true)}>{t('alerts.words.showAgain')}</Button>;
  return (
    <Alert
      role="note"
      variant="default"
      title={t('alerts.words.holiday')}
      withCloseButton
      closeButtonLabel={t('alerts.words.close')}
      onClose={() => setIsOpen(false)}
    >
      {t('alerts.words.holidayText')}
    </Alert>
  );
}
