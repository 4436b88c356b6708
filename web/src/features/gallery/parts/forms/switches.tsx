import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Switch } from '../../../../ui/switch/Switch.tsx';
import { Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { documented, type Part } from '../../part.ts';
import { noChange } from '../../still-panels.tsx';
import classes from './switches.module.css';

export const part: Part = {
  examples: { OnOff, Several, Busy, Refused },
  components: [
    documented<ComponentProps<typeof Switch>>('Switch', [
      { name: 'label', type: 'string' },
      { name: 'checked', type: 'boolean' },
      { name: 'onChange', type: '(checked) => void' },
      { name: 'busy', type: 'boolean', standard: 'false' },
      { name: 'refusedBy', type: 'string', standard: '–' },
    ]),
  ],
  keyboard: [
    { keys: ['Space'], does: 'turn' },
    { keys: ['Tab'], does: 'moveFocus' },
  ],
};

function OnOff() {
  const { t } = useTranslation('gallery-samples');
  const [isOn, setOn] = useState(true);
  return (
    <Row as="div" gap={3} wrap={false}>
      <Switch label={t('agreed')} checked={isOn} onChange={setOn} />
      <span aria-hidden="true">{t('agreed')}</span>
    </Row>
  );
}

function Several() {
  const { t } = useTranslation('gallery-samples');
  const [chosen, setChosen] = useState<readonly string[]>(['call']);
  const set = (channel: string, isOn: boolean) =>
    setChosen((now) => (isOn ? [...now, channel] : now.filter((one) => one !== channel)));
  return (
    <Stack gap={0}>
      {['call', 'visit', 'letter'].map((channel) => (
        <Row key={channel} gap={3} wrap={false} style={{ minBlockSize: 'var(--control)' }}>
          <Switch
            label={t(channel)}
            checked={chosen.includes(channel)}
            onChange={(isOn) => set(channel, isOn)}
          />
          <span aria-hidden="true">{t(channel)}</span>
        </Row>
      ))}
    </Stack>
  );
}

function Busy() {
  const { t } = useTranslation('gallery-samples');
  const [isOn, setOn] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const save = (next: boolean) => {
    setBusy(true);
    setTimeout(() => {
      setOn(next);
      setBusy(false);
    }, 1_000);
  };
  return (
    <Stack gap={0}>
      <Row gap={3} wrap={false} style={{ minBlockSize: 'var(--control)' }}>
        <Switch label={t('email')} checked onChange={noChange} busy />
        <span aria-hidden="true">{t('email')}</span>
        <Text as="span" size="caption" tone="muted">
          {t('saving')}
        </Text>
      </Row>
      <Row gap={3} wrap={false} style={{ minBlockSize: 'var(--control)' }}>
        <Switch label={t('advice')} checked={isOn} onChange={save} busy={isBusy} />
        <span aria-hidden="true">{t('advice')}</span>
        <Text as="span" size="caption" tone="muted" role="status">
          {isBusy && t('saving')}
        </Text>
      </Row>
    </Stack>
  );
}

function Refused() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Stack gap={2}>
      <Row as="div" gap={3} wrap={false}>
        <Switch label={t('agreed')} checked onChange={() => undefined} refusedBy="switch-why" />
        <span aria-hidden="true">{t('agreed')}</span>
      </Row>
      <Text size="caption" tone="muted" id="switch-why" className={classes.why}>
        {t('closed')}
      </Text>
    </Stack>
  );
}
