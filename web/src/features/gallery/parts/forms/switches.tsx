import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Switch } from '../../../../ui/switch/Switch.tsx';
import { Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { OnOff, Refused },
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
    { keys: ['Space'], does: 'toggle' },
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

function Refused() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Stack gap={2}>
      <Row as="div" gap={3} wrap={false}>
        <Switch label={t('agreed')} checked onChange={() => undefined} refusedBy="switch-why" />
        <span aria-hidden="true">{t('agreed')}</span>
      </Row>
      <Text size="caption" tone="muted" id="switch-why">
        {t('closed')}
      </Text>
    </Stack>
  );
}
