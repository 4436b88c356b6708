import { IconCoin, IconFileText, IconPhone } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button/Button.tsx';
import { Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { Panel } from '../../../../ui/page/Panel.tsx';
import { Timeline, type TimelineEvent } from '../../../../ui/timeline/Timeline.tsx';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { OfALoan, Plain, InAPanel, ThatGrows },
  components: [
    documented<ComponentProps<typeof Timeline>>('Timeline', [
      { name: 'label', type: 'string' },
      { name: 'events', type: 'TimelineEvent[]' },
    ]),
    documented<TimelineEvent>('TimelineEvent', [
      { name: 'at', type: 'string' },
      { name: 'title', type: 'ReactNode' },
      { name: 'detail', type: 'ReactNode', standard: '–' },
      { name: 'by', type: 'ReactNode', standard: '–' },
      { name: 'icon', type: 'ReactNode', standard: '–' },
      { name: 'tone', type: "'neutral' | 'good' | 'late'", standard: "'neutral'" },
      { name: 'action', type: 'ReactNode', standard: '–' },
    ]),
  ],
  keyboard: [],
};

function OfALoan() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Timeline
      label={t('loan')}
      events={[
        {
          id: 'paid',
          at: '2026-11-20T08:12:00Z',
          title: t('paid'),
          detail: t('amira'),
          icon: <IconCoin size={16} stroke={1.5} />,
          tone: 'good',
        },
        {
          id: 'broken',
          at: '2026-11-15T00:00:00Z',
          title: t('broken'),
          icon: <IconPhone size={16} stroke={1.5} />,
          tone: 'late',
        },
        {
          id: 'signed',
          at: '2026-01-04T10:00:00Z',
          title: t('signed'),
          icon: <IconFileText size={16} stroke={1.5} />,
        },
      ]}
    />
  );
}

function Plain() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Timeline
      label={t('promises')}
      events={[
        { id: 'kept', at: '2026-11-20T08:12:00Z', title: t('good'), detail: t('goodText') },
        {
          id: 'made',
          at: '2026-11-14T10:30:00Z',
          title: t('promiseMade'),
          detail: t('promiseText'),
        },
      ]}
    />
  );
}

function InAPanel() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Panel title={t('lastContact')} note={t('layla')}>
      <Timeline
        label={t('lastContact')}
        events={[
          {
            id: 'call',
            at: '2026-11-18T09:40:00Z',
            title: t('noAnswer'),
            icon: <IconPhone size={16} stroke={1.5} />,
          },
          {
            id: 'promise',
            at: '2026-11-14T10:30:00Z',
            title: t('promiseMade'),
            detail: t('promiseText'),
            icon: <IconFileText size={16} stroke={1.5} />,
          },
        ]}
      />
    </Panel>
  );
}

function ThatGrows() {
  const { t } = useTranslation('gallery-samples');
  const [calls, setCalls] = useState(['2026-11-23T07:30:00Z', '2026-11-21T13:05:00Z']);
  return (
    <Stack gap={4}>
      <Row>
        <Button size="compact" onClick={() => setCalls([new Date().toISOString(), ...calls])}>
          {t('call')}
        </Button>
      </Row>
      <Timeline
        label={t('call')}
        events={calls.map((at) => ({ id: at, at, title: t('noAnswer') }))}
      />
    </Stack>
  );
}
