import { IconAlertTriangle, IconCircleCheck, IconClock, IconInfoCircle } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button/Button.tsx';
import { Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { ConfirmDialog } from '../../../../ui/overlay/ConfirmDialog.tsx';
import { notify } from '../../../../ui/overlay/notify.ts';
import { PlainDialog } from '../../../../ui/overlay/PlainDialog.tsx';
import { documented, type Part } from '../../part.ts';
import { noChange } from '../../still-panels.tsx';
import classes from './sweetalert.module.css';

export const part: Part = {
  examples: { InFourTones, AQuestion, OneAfterAnother },
  stills: { InFourTones: TonesOpen, AQuestion: QuestionOpen, OneAfterAnother: BothOpen },
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
    { keys: ['Enter'], does: 'press' },
    { keys: ['Esc'], does: 'closeDialog' },
  ],
};

function InFourTones() {
  const { t } = useTranslation('gallery-samples');
  const [shown, setShown] = useState<Tone | null>(null);
  return (
    <>
      <Row className={classes.choices}>
        {tones.map((tone) => (
          <Button key={tone} onClick={() => setShown(tone)}>
            {t('show', { name: t(tone) })}
          </Button>
        ))}
      </Row>
      {shown && <Alert shown={shown} onClose={() => setShown(null)} />}
    </>
  );
}

type Tone = keyof typeof styles;

const styles = {
  good: { Icon: IconCircleCheck, tone: 'good' },
  advice: { Icon: IconInfoCircle, tone: 'accent' },
  late: { Icon: IconAlertTriangle, tone: 'late' },
  soon: { Icon: IconClock, tone: 'soon' },
} as const;
const tones = ['good', 'advice', 'late', 'soon'] as const;

type AlertProps = { shown: Tone; onClose: () => void; title?: string; text?: string };

/** An icon, a title, one sentence, and one button that has the focus. */
function Alert({ shown, onClose, title, text }: AlertProps) {
  const { t } = useTranslation('gallery-samples');
  const name = title ?? t(shown);
  const { Icon, tone } = styles[shown];
  return (
    <PlainDialog label={name} onClose={onClose} className={classes.alert}>
      <Stack gap={3} align="center">
        <Row as="span" tone={tone}>
          <Icon size={40} stroke={1.5} aria-hidden="true" />
        </Row>
        <Text as="h2" size="lead" weight="medium">
          {name}
        </Text>
        <Text tone="soft">{text ?? t(`${shown}Text`)}</Text>
        <Button kind="primary" data-autofocus onClick={onClose}>
          {t('ui:overlay.close')}
        </Button>
      </Stack>
    </PlainDialog>
  );
}

function TonesOpen() {
  return (
    <div className={classes.tones}>
      {tones.map((tone) => (
        <Alert key={tone} shown={tone} onClose={noChange} />
      ))}
    </div>
  );
}

function AQuestion() {
  const { t } = useTranslation('gallery-samples');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button kind="danger" onClick={() => setIsOpen(true)}>
        {t('writeOff')}
      </Button>
      <Question opened={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

function Question({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('gallery-samples');
  const strike = () => {
    onClose();
    notify.success(t('writtenOff'));
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('writeOffTitle')}
      confirmLabel={t('writeOff')}
      tone="danger"
      onConfirm={strike}
    >
      {t('writeOffText')}
    </ConfirmDialog>
  );
}

function QuestionOpen() {
  return <Question opened onClose={noChange} />;
}

function OneAfterAnother() {
  const { t } = useTranslation('gallery-samples');
  const [step, setStep] = useState<'asked' | 'done' | null>(null);
  return (
    <>
      <Button kind="danger" onClick={() => setStep('asked')}>
        {t('writeOff')}
      </Button>
      <ConfirmDialog
        opened={step === 'asked'}
        onClose={() => setStep(null)}
        title={t('writeOffTitle')}
        confirmLabel={t('writeOff')}
        tone="danger"
        onConfirm={() => setStep('done')}
      >
        {t('writeOffText')}
      </ConfirmDialog>
      {step === 'done' && <Result onClose={() => setStep(null)} />}
    </>
  );
}

function Result({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('gallery-samples');
  return (
    <Alert shown="good" title={t('writtenOff')} text={t('writtenOffText')} onClose={onClose} />
  );
}

function BothOpen() {
  return (
    <>
      <QuestionOpen />
      <Result onClose={noChange} />
    </>
  );
}
