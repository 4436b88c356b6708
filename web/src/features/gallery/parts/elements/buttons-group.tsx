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
import { StillMenu } from '../../still-panels.tsx';
import classes from './buttons-group.module.css';

export const part: Part = {
  examples: { OneOfAFew, AVerbWithMore, BackAndForth, Upright },
  stills: { AVerbWithMore: MoreOpen },
  hangs: { AVerbWithMore: 'end' },
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
    { keys: ['Tab'], does: 'moveFocus' },
    { keys: ['←', '→'], does: 'moveAndSelect' },
  ],
};

function OneOfAFew() {
  const { t } = useTranslation('gallery-samples');
  const [unit, setUnit] = useState<'loans' | 'amount'>('loans');
  return (
    <SegmentedChoice
      label={t('outstanding')}
      chosen={unit}
      onChoose={setUnit}
      choices={[
        { value: 'loans', label: t('loans') },
        { value: 'amount', label: t('amount') },
      ]}
    />
  );
}

function AVerbWithMore() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Button.Group className={classes.group}>
      <Button variant="default" onClick={() => notify.success(t('assigned'))}>
        {t('assign')}
      </Button>
      <Menu
        trigger={
          <Button
            component="button"
            variant="default"
            px="xs"
            className={classes.last}
            aria-label={t('more')}
          >
            <IconChevronDown size={16} stroke={1.5} />
          </Button>
        }
        actions={useTeams()}
      />
    </Button.Group>
  );
}

function useTeams() {
  const { t } = useTranslation('gallery-samples');
  return (['delta', 'harbour'] as const).map((team) => ({
    id: team,
    label: t(team),
    onSelect: () => notify.success(t('chosen', { name: t(team) })),
  }));
}

function MoreOpen() {
  return <StillMenu actions={useTeams()} />;
}

function BackAndForth() {
  const { t } = useTranslation('gallery-samples');
  const format = useFormat();
  const [page, setPage] = useState(48);
  return (
    <Row>
      <Button.Group className={classes.group} aria-label={t('ui:table.pages')}>
        <Button
          variant="default"
          px="xs"
          aria-label={t('previous')}
          onClick={() => setPage(Math.max(1, page - 1))}
        >
          <IconChevronLeft size={16} stroke={1.5} className="mirrors" />
        </Button>
        <Button
          variant="default"
          px="xs"
          aria-label={t('next')}
          onClick={() => setPage(Math.min(53, page + 1))}
        >
          <IconChevronRight size={16} stroke={1.5} className="mirrors" />
        </Button>
      </Button.Group>
      <Text as="span" tabular aria-live="polite">
        {t('page', { number: format.count(page) })}
      </Text>
    </Row>
  );
}

function Upright() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Button.Group orientation="vertical" className={classes.group} w="fit-content">
      {(['call', 'message', 'visit'] as const).map((channel) => (
        <Button key={channel} variant="default" justify="start">
          {t(channel)}
        </Button>
      ))}
    </Button.Group>
  );
}
