import {
  IconAlertTriangle,
  IconCircleCheck,
  IconHelpCircle,
  IconInfoCircle,
} from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button/Button.tsx';
import { Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { ConfirmDialog } from '../../../../ui/overlay/ConfirmDialog.tsx';
import { notify } from '../../../../ui/overlay/notify.ts';
import { PlainDialog } from '../../../../ui/overlay/PlainDialog.tsx';
import { documented, type Part } from '../../part.ts';
import classes from './sweetalert.module.css';

export const part: Part = {
  examples: { InFourTones, AQuestion, OneAfterAnother },
  components: [
    documented<ComponentProps<typeof ConfirmDialog>>('ConfirmDialog', [
      { name: 'title', type: 'string' },
      { name: 'children', type: 'ReactNode' },
      { name: 'confirmLabel', type: 'string' },
      { name: 'onConfirm', type: '() => void' },
      { name: 'tone', type: "'primary' | 'danger'", standard: "'primary'" },
    ]),
    documented<ComponentProps<typeof PlainDialog>>('PlainDialog', [
      { name: 'label', type: 'string' },
      { name: 'onClose', type: '() => void' },
    ]),
  ],
  keyboard: [
    { keys: ['Enter'], does: 'confirm' },
    { keys: ['Esc'], does: 'close' },
  ],
};

function InFourTones() {
  const { t } = useTranslation('gallery-components');
  const [shown, setShown] = useState<Tone | null>(null);
  return (
    <>
      <Row>
        {tones.map((tone) => (
          <Button key={tone} onClick={() => setShown(tone)}>
            {t(`sweetalert.words.${tone}Verb`)}
          </Button>
        ))}
      </Row>
      {shown && <Alert tone={shown} onClose={() => setShown(null)} />}
    </>
  );
}

type Tone = keyof typeof icons;

const icons = {
  good: IconCircleCheck,
  advice: IconInfoCircle,
  late: IconAlertTriangle,
  question: IconHelpCircle,
};
const tones = ['good', 'advice', 'late', 'question'] as const;

/** A picture, what it is about, one sentence, and one button that has the focus. */
function Alert({ tone, onClose }: { tone: Tone; onClose: () => void }) {
  const { t } = useTranslation('gallery-components');
  const Icon = icons[tone];
  return (
    <PlainDialog label={t(`sweetalert.words.${tone}`)} onClose={onClose} className={classes.alert}>
      <Stack gap={3} align="center">
        <Icon size={40} stroke={1.5} className={classes[tone]} aria-hidden="true" />
        <Text as="h2" size="lead" weight="medium">
          {t(`sweetalert.words.${tone}`)}
        </Text>
        <Text tone="soft">{t(`sweetalert.words.${tone}Text`)}</Text>
        <Button kind="primary" data-autofocus onClick={onClose}>
          {t('sweetalert.words.understood')}
        </Button>
      </Stack>
    </PlainDialog>
  );
}

function AQuestion() {
  const { t } = useTranslation('gallery-components');
  const [isOpen, setIsOpen] = useState(false);
  const strike = () => {
    setIsOpen(false);
    notify.success(t('sweetalert.words.struck'));
  };
  return (
    <>
      <Button kind="danger" onClick={() => setIsOpen(true)}>
        {t('sweetalert.words.writeOff')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('sweetalert.words.writeOffTitle')}
        confirmLabel={t('sweetalert.words.writeOff')}
        tone="danger"
        onConfirm={strike}
      >
        {t('sweetalert.words.writeOffText')}
      </ConfirmDialog>
    </>
  );
}

function OneAfterAnother() {
  const { t } = useTranslation('gallery-components');
  const [step, setStep] = useState<'asked' | 'done' | null>(null);
  return (
    <>
      <Button onClick={() => setStep('asked')}>{t('sweetalert.words.close')}</Button>
      <ConfirmDialog
        opened={step === 'asked'}
        onClose={() => setStep(null)}
        title={t('sweetalert.words.closeTitle')}
        confirmLabel={t('sweetalert.words.close')}
        onConfirm={() => setStep('done')}
      >
        {t('sweetalert.words.closeText')}
      </ConfirmDialog>
      {step === 'done' && <Alert tone="good" onClose={() => setStep(null)} />}
    </>
  );
}
