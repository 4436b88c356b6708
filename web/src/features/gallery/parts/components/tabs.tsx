import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SegmentedChoice } from '../../../../ui/filters/SegmentedChoice.tsx';
import { DetailTabs } from '../../../../ui/tabs/DetailTabs.tsx';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { OfALoan, WithCounts, Upright, InPlaceOfTabs },
  components: [
    documented<ComponentProps<typeof DetailTabs>>('DetailTabs', [
      { name: 'label', type: 'string' },
      { name: 'tabs', type: '{ id, label, count? }[]' },
      { name: 'selected', type: 'id' },
      { name: 'onSelect', type: '(id) => void' },
      { name: 'onIntent', type: '(id) => void', standard: '–' },
    ]),
  ],
  keyboard: [
    { keys: ['Tab'], does: 'chosenTab' },
    { keys: ['←', '→'], does: 'walkAndChoose' },
    { keys: ['Home', 'End'], does: 'ends' },
  ],
};

function OfALoan() {
  const { t } = useTranslation('gallery-components');
  const [selected, setSelected] = useState<'schedule' | 'payments' | 'ledger'>('schedule');
  return (
    <DetailTabs
      label={t('tabs.words.loan')}
      selected={selected}
      onSelect={setSelected}
      tabs={[
        { id: 'schedule', label: t('tabs.words.schedule') },
        { id: 'payments', label: t('tabs.words.payments') },
        { id: 'ledger', label: t('tabs.words.ledger') },
      ]}
    >
      <p>{t(`tabs.words.${selected}Text`)}</p>
    </DetailTabs>
  );
}

function WithCounts() {
  const { t } = useTranslation('gallery-components');
  const [selected, setSelected] = useState<'payments' | 'promises'>('promises');
  return (
    <DetailTabs
      label={t('tabs.words.work')}
      selected={selected}
      onSelect={setSelected}
      tabs={[
        { id: 'payments', label: t('tabs.words.payments'), count: 128 },
        { id: 'promises', label: t('tabs.words.promises'), count: 3 },
      ]}
    >
      <p>{t(`tabs.words.${selected}Text`)}</p>
    </DetailTabs>
  );
}

function Upright() {
  const { t } = useTranslation('gallery-components');
  return (
    <Tabs defaultValue="terms" orientation="vertical">
      <Tabs.List aria-label={t('tabs.words.product')}>
        <Tabs.Tab value="terms">{t('tabs.words.terms')}</Tabs.Tab>
        <Tabs.Tab value="fees">{t('tabs.words.fees')}</Tabs.Tab>
        <Tabs.Tab value="old" disabled>
          {t('tabs.words.old')}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="terms" ps="md">
        {t('tabs.words.termsText')}
      </Tabs.Panel>
      <Tabs.Panel value="fees" ps="md">
        {t('tabs.words.feesText')}
      </Tabs.Panel>
    </Tabs>
  );
}

function InPlaceOfTabs() {
  const { t } = useTranslation('gallery-components');
  const [period, setPeriod] = useState<'day' | 'month' | 'year'>('month');
  return (
    <SegmentedChoice
      label={t('tabs.words.period')}
      chosen={period}
      onChoose={setPeriod}
      choices={[
        { value: 'day', label: t('tabs.words.day') },
        { value: 'month', label: t('tabs.words.month') },
        { value: 'year', label: t('tabs.words.year') },
      ]}
    />
  );
}
