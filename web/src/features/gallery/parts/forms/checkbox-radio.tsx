import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TickBox } from '../../../../ui/form/TickBox.tsx';
import { ChoiceField, SeveralField } from '../../../../ui/form/ChoiceField.tsx';
import { Row } from '../../../../ui/layout/Layout.tsx';
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
  ],
  keyboard: [
    { keys: ['Space'], does: 'toggle' },
    { keys: ['←', '→'], does: 'moveAndSelect' },
  ],
};

function OneTick() {
  const { t } = useTranslation('gallery-samples');
  const [agreed, setAgreed] = useState(false);
  return (
    <Row as="div" gap={2} wrap={false}>
      <TickBox
        id="tick-agreed"
        checked={agreed}
        onChange={(event) => setAgreed(event.currentTarget.checked)}
      />
      <label htmlFor="tick-agreed">{t('agreed')}</label>
    </Row>
  );
}

function Several() {
  const { t } = useTranslation('gallery-samples');
  const [channels, setChannels] = useState<readonly string[]>(['call']);
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
  const [method, setMethod] = useState<string | null>(null);
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
