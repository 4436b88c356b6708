import '@mantine/core/styles/Tabs.layer.css';
import { Tabs, type TabsProps } from '@mantine/core';
import { IconCalendarDue, IconCoin, IconFileText } from '@tabler/icons-react';
import { type ComponentProps, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SegmentedChoice } from '../../../../ui/filters/SegmentedChoice.tsx';
import edges from '../../../../ui/scroll/ScrollEdges.module.css';
import { useScrollEdges } from '../../../../ui/scroll/use-scroll-edges.ts';
import { DetailTabs } from '../../../../ui/tabs/DetailTabs.tsx';
import { documented, type Part } from '../../part.ts';
import classes from './tabs.module.css';

export const part: Part = {
  examples: { OfALoan, WithCounts, WithIcons, Pills, Upright, InPlaceOfTabs },
  components: [
    documented<ComponentProps<typeof DetailTabs>>('DetailTabs', [
      { name: 'label', type: 'string' },
      { name: 'tabs', type: '{ id, label, count? }[]' },
      { name: 'selected', type: 'id' },
      { name: 'onSelect', type: '(id) => void' },
      { name: 'onIntent', type: '(id) => void', standard: '–' },
    ]),
    documented<TabsProps>('Tabs', [
      { name: 'variant', type: "'default' | 'pills'", standard: "'default'" },
      { name: 'orientation', type: "'horizontal' | 'vertical'", standard: "'horizontal'" },
    ]),
    documented<ComponentProps<typeof SegmentedChoice>>('SegmentedChoice', [
      { name: 'choices', type: '{ value, label }[]' },
      { name: 'chosen', type: 'value' },
      { name: 'onChoose', type: '(value) => void' },
    ]),
  ],
  keyboard: [
    { keys: ['Tab'], does: 'moveFocus' },
    { keys: ['←', '→'], does: 'moveAndSelect' },
    { keys: ['Home', 'End'], does: 'ends' },
  ],
};

/** Styles Mantine's tabs like `DetailTabs`. */
const lineTabs = {
  list: classes.list ?? '',
  tab: classes.tab ?? '',
  tabLabel: classes.label ?? '',
};

function OfALoan() {
  const { t } = useTranslation('gallery-samples');
  const [selected, setSelected] = useState<'schedule' | 'payments' | 'documents'>('schedule');
  return (
    <DetailTabs
      label={t('loan')}
      selected={selected}
      onSelect={setSelected}
      tabs={[
        { id: 'schedule', label: t('schedule') },
        { id: 'payments', label: t('payments') },
        { id: 'documents', label: t('documents') },
      ]}
    >
      <p>{t(`${selected}Text`)}</p>
    </DetailTabs>
  );
}

function WithCounts() {
  const { t } = useTranslation('gallery-samples');
  const [selected, setSelected] = useState<'payments' | 'documents'>('documents');
  return (
    <DetailTabs
      label={t('ui:chart.today')}
      selected={selected}
      onSelect={setSelected}
      tabs={[
        { id: 'payments', label: t('payments'), count: 128 },
        { id: 'documents', label: t('documents'), count: 3 },
      ]}
    >
      <p>{t(`${selected}Text`)}</p>
    </DetailTabs>
  );
}

function WithIcons() {
  const { t } = useTranslation('gallery-samples');
  const list = useRef<HTMLDivElement>(null);
  useScrollEdges(list);
  const icon = { size: 16, stroke: 1.5, 'aria-hidden': true };
  return (
    <Tabs defaultValue="schedule" classNames={lineTabs}>
      <Tabs.List ref={list} aria-label={t('car')} className={`${classes.scrolling} ${edges.fades}`}>
        <Tabs.Tab value="schedule" leftSection={<IconCalendarDue {...icon} />}>
          {t('schedule')}
        </Tabs.Tab>
        <Tabs.Tab value="payments" leftSection={<IconCoin {...icon} />}>
          {t('payments')}
        </Tabs.Tab>
        <Tabs.Tab value="documents" leftSection={<IconFileText {...icon} />}>
          {t('documents')}
        </Tabs.Tab>
      </Tabs.List>
      {(['schedule', 'payments', 'documents'] as const).map((tab) => (
        <Tabs.Panel key={tab} value={tab} pt="md">
          {t(`${tab}Text`)}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function Pills() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Tabs defaultValue="payments" variant="pills" classNames={{ tab: classes.pill ?? '' }}>
      <Tabs.List aria-label={t('trade')}>
        <Tabs.Tab value="payments">{t('payments')}</Tabs.Tab>
        <Tabs.Tab value="documents">{t('documents')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="payments" pt="md">
        {t('paymentsText')}
      </Tabs.Panel>
      <Tabs.Panel value="documents" pt="md">
        {t('documentsText')}
      </Tabs.Panel>
    </Tabs>
  );
}

function Upright() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Tabs defaultValue="schedule" orientation="vertical" classNames={lineTabs}>
      <Tabs.List aria-label={t('loan')}>
        <Tabs.Tab value="schedule">{t('schedule')}</Tabs.Tab>
        <Tabs.Tab value="payments">{t('payments')}</Tabs.Tab>
        <Tabs.Tab value="documents" disabled>
          {t('documents')}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="schedule" ps="md" pt={10}>
        {t('scheduleText')}
      </Tabs.Panel>
      <Tabs.Panel value="payments" ps="md" pt={10}>
        {t('paymentsText')}
      </Tabs.Panel>
    </Tabs>
  );
}

function InPlaceOfTabs() {
  const { t } = useTranslation('gallery-samples');
  const [period, setPeriod] = useState<'day' | 'month' | 'year'>('month');
  return (
    <SegmentedChoice
      label={t('schedule')}
      chosen={period}
      onChoose={setPeriod}
      choices={[
        { value: 'day', label: t('day') },
        { value: 'month', label: t('month') },
        { value: 'year', label: t('year') },
      ]}
    />
  );
}
