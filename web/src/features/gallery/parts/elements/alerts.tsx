import '@mantine/core/styles/Alert.layer.css';
import { Alert, type AlertProps } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock, IconInfoCircle } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button/Button.tsx';
import { FormFailure } from '../../../../ui/form/FormMessages.tsx';
import { Stack } from '../../../../ui/layout/Layout.tsx';
import { documented, type Part } from '../../part.ts';
import classes from './alerts.module.css';

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
  keyboard: [],
};

function Tones() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Stack gap={3}>
      {tones.map(({ tone, kind, Icon }) => (
        <Alert
          key={tone}
          role="note"
          variant="default"
          classNames={looks}
          data-kind={kind}
          title={t(tone)}
          icon={<Icon size={18} stroke={1.5} color={`var(--${kind})`} />}
        >
          {t(`${tone}Text`)}
        </Alert>
      ))}
    </Stack>
  );
}

const looks = {
  root: classes.alert ?? '',
  title: classes.text ?? '',
  message: classes.text ?? '',
};

const tones = [
  { tone: 'advice', kind: 'accent', Icon: IconInfoCircle },
  { tone: 'good', kind: 'good', Icon: IconCheck },
  { tone: 'soon', kind: 'soon', Icon: IconClock },
  { tone: 'late', kind: 'late', Icon: IconAlertTriangle },
] as const;

function OfAForm() {
  const { t } = useTranslation('gallery-samples');
  const [hasFailed, setHasFailed] = useState(true);
  if (!hasFailed) return <Button onClick={() => setHasFailed(true)}>{t('reset')}</Button>;
  return (
    <FormFailure
      failure={t('closed')}
      safe={t('safe')}
      action={
        <Button size="compact" onClick={() => setHasFailed(false)}>
          {t('app:unexpected.tryAgain')}
        </Button>
      }
    />
  );
}

function Closable() {
  const { t } = useTranslation('gallery-samples');
  const [isOpen, setIsOpen] = useState(true);
  if (!isOpen) return <Button onClick={() => setIsOpen(true)}>{t('reset')}</Button>;
  return (
    <Alert
      role="note"
      variant="default"
      classNames={looks}
      data-kind="accent"
      title={t('advice')}
      icon={<IconInfoCircle size={18} stroke={1.5} color="var(--accent)" />}
      withCloseButton
      closeButtonLabel={t('ui:overlay.close')}
      onClose={() => setIsOpen(false)}
    >
      {t('adviceText')}
    </Alert>
  );
}
