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
      { name: 'value', type: 'string | null' },
      { name: 'onChange', type: '(value) => void' },
      { name: 'error', type: 'string', standard: '–' },
    ]),
  ],
  keyboard: [
    { keys: ['Space'], does: 'tick' },
    { keys: ['←', '→'], does: 'walkChoices' },
  ],
};

function OneTick() {
  const { t } = useTranslation('gallery-forms');
  const [agreed, setAgreed] = useState(false);
  return (
    <Row as="div" gap={2} wrap={false}>
      <TickBox
        id="tick-agreed"
        checked={agreed}
        onChange={(event) => setAgreed(event.currentTarget.checked)}
      />
      <label htmlFor="tick-agreed">{t('checkbox-radio.words.agreed')}</label>
    </Row>
  );
}

function Several() {
  const { t } = useTranslation('gallery-forms');
  const [channels, setChannels] = useState<readonly string[]>(['call']);
  return (
    <SeveralField
      id="tick-channels"
      label={t('checkbox-radio.words.channels')}
      choices={['call', 'email', 'letter'].map((value) => ({
        value,
        label: t(`checkbox-radio.words.${value}`),
      }))}
      value={channels}
      onChange={setChannels}
    />
  );
}

function OneOf() {
  const { t } = useTranslation('gallery-forms');
  const [method, setMethod] = useState<string | null>(null);
  return (
    <ChoiceField
      id="tick-method"
      label={t('checkbox-radio.words.method')}
      choices={[
        { value: 'transfer', label: t('checkbox-radio.words.transfer') },
        { value: 'cash', label: t('checkbox-radio.words.cash') },
        {
          value: 'card',
          label: t('checkbox-radio.words.card'),
          closed: t('checkbox-radio.words.closed'),
        },
      ]}
      value={method}
      onChange={setMethod}
    />
  );
}
