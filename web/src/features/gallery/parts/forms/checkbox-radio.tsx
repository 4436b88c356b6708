import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TickBox } from '../../../../ui/form/TickBox.tsx';
import { ChoiceField, SeveralField } from '../../../../ui/form/ChoiceField.tsx';
import { Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { OneTick, Several, OneOf },
  components: [
    documented<ComponentProps<typeof ChoiceField>>('ChoiceField', [
      { name: 'label', type: 'string' },
      { name: 'choices', type: '{ value, label, icon?, closed? }[]' },
      { name: 'inColumns', type: 'boolean', standard: 'choices.length > 5' },
      { name: 'value', type: 'string | null' },
      { name: 'onChange', type: '(value) => void' },
      { name: 'error', type: 'string', standard: '–' },
    ]),
    documented<ComponentProps<typeof SeveralField>>('SeveralField', [
      { name: 'choices', type: '{ value, label }[]' },
      { name: 'value', type: 'string[]' },
      { name: 'onChange', type: '(values) => void' },
    ]),
    documented<ComponentProps<typeof TickBox>>('TickBox', [
      { name: 'type', type: "'checkbox' | 'radio'", standard: "'checkbox'" },
      { name: 'checked', type: 'boolean', standard: '–' },
      { name: 'disabled', type: 'boolean', standard: 'false' },
    ]),
  ],
  keyboard: [
    { keys: ['Space'], does: 'toggle' },
    { keys: ['←', '→'], does: 'moveAndSelect' },
  ],
};

function OneTick() {
  const { t } = useTranslation('gallery-samples');
  const [agreed, setAgreed] = useState(true);
  return (
    <Stack gap={3}>
      <Row as="div" gap={2} wrap={false}>
        <TickBox
          id="tick-agreed"
          checked={agreed}
          onChange={(event) => setAgreed(event.currentTarget.checked)}
        />
        <label htmlFor="tick-agreed">{t('agreed')}</label>
      </Row>
      <Row as="label" gap={2} wrap={false}>
        <TickBox
          defaultChecked={false}
          ref={(box) => {
            if (box) box.indeterminate = true;
          }}
        />
        {t('partly')}
      </Row>
      <Row as="label" gap={2} wrap={false} tone="muted">
        <TickBox disabled />
        {t('fieldState.disabled')}
      </Row>
    </Stack>
  );
}

function Several() {
  const { t } = useTranslation('gallery-samples');
  const [channels, setChannels] = useState<readonly string[]>(['call', 'letter']);
  return (
    <SeveralField
      id="tick-channels"
      label={t('channels')}
      choices={['call', 'email', 'letter'].map((value) => ({
        value,
        label: t(value),
      }))}
      value={channels}
      onChange={setChannels}
    />
  );
}

function OneOf() {
  const { t } = useTranslation('gallery-samples');
  const [method, setMethod] = useState<string | null>('transfer');
  return (
    <ChoiceField
      id="tick-method"
      label={t('method')}
      choices={[
        { value: 'transfer', label: t('transfer') },
        { value: 'cash', label: t('cash') },
        {
          value: 'card',
          label: t('card'),
          closed: t('cardsClosed'),
        },
      ]}
      value={method}
      onChange={setMethod}
    />
  );
}
