import '@mantine/core/styles/Button.layer.css';
import { Button, type ButtonGroupProps } from '@mantine/core';
import { IconChevronDown, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SegmentedChoice } from '../../../../ui/filters/SegmentedChoice.tsx';
import { useFormat } from '../../../../ui/format/FormatProvider.tsx';
import { Row } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { Menu } from '../../../../ui/menu/Menu.tsx';
import { notify } from '../../../../ui/overlay/notify.ts';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { OneOfAFew, AVerbWithMore, BackAndForth, Upright },
  components: [
    documented<ButtonGroupProps>('Button.Group', [
      { name: 'orientation', type: "'horizontal' | 'vertical'", standard: "'horizontal'" },
    ]),
    documented<ComponentProps<typeof SegmentedChoice>>('SegmentedChoice', [
      { name: 'label', type: 'string' },
      { name: 'choices', type: '{ value, label }[]' },
      { name: 'chosen', type: 'value' },
      { name: 'onChoose', type: '(value) => void' },
    ]),
  ],
  keyboard: [
    { keys: ['Tab'], does: 'nextButton' },
    { keys: ['←', '→'], does: 'walkChoices' },
  ],
};

function OneOfAFew() {
  const { t } = useTranslation('gallery-elements');
  const [unit, setUnit] = useState<'loans' | 'amount'>('loans');
  return (
    <SegmentedChoice
      label={t('buttons-group.words.unit')}
      chosen={unit}
      onChoose={setUnit}
      choices={[
        { value: 'loans', label: t('buttons-group.words.loans') },
        { value: 'amount', label: t('buttons-group.words.amount') },
      ]}
    />
  );
}

function AVerbWithMore() {
  const { t } = useTranslation('gallery-elements');
  const assign = (team: 'delta' | 'harbour') =>
    notify.success(t('buttons-group.words.assigned', { team: t(`buttons-group.words.${team}`) }));
  return (
    <Button.Group>
      <Button variant="default" onClick={() => assign('delta')}>
        {t('buttons-group.words.assign')}
      </Button>
      <Menu
        trigger={
          <Button
            component="button"
            variant="default"
            px="xs"
            aria-label={t('buttons-group.words.others')}
          >
            <IconChevronDown size={16} stroke={1.5} />
          </Button>
        }
        actions={[
          {
            id: 'harbour',
            label: t('buttons-group.words.harbour'),
            onSelect: () => assign('harbour'),
          },
        ]}
      />
    </Button.Group>
  );
}

function BackAndForth() {
  const { t } = useTranslation('gallery-elements');
  const format = useFormat();
  const [week, setWeek] = useState(48);
  return (
    <Row>
      <Button.Group aria-label={t('buttons-group.words.year')}>
        <Button
          variant="default"
          px="xs"
          aria-label={t('buttons-group.words.before')}
          onClick={() => setWeek(Math.max(1, week - 1))}
        >
          <IconChevronLeft size={16} stroke={1.5} className="mirrors" />
        </Button>
        <Button
          variant="default"
          px="xs"
          aria-label={t('buttons-group.words.after')}
          onClick={() => setWeek(Math.min(53, week + 1))}
        >
          <IconChevronRight size={16} stroke={1.5} className="mirrors" />
        </Button>
      </Button.Group>
      <Text as="span" tabular aria-live="polite">
        {t('buttons-group.words.step', { week: format.count(week) })}
      </Text>
    </Row>
  );
}

function Upright() {
  const { t } = useTranslation('gallery-elements');
  return (
    <Button.Group orientation="vertical" w="fit-content">
      <Button variant="default">{t('buttons-group.words.call')}</Button>
      <Button variant="default">{t('buttons-group.words.message')}</Button>
      <Button variant="default">{t('buttons-group.words.visit')}</Button>
    </Button.Group>
  );
}
