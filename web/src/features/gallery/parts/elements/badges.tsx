import { ARREARS_SCALE } from '@bursar/loan-maths/buckets';
import { type ComponentProps, Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Box } from '../../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { ArrearsBadge } from '../../../servicing/loan-account/ArrearsBadge.tsx';
import { CountMark } from '../../../../ui/status/CountMark.tsx';
import { StatusBadge } from '../../../../ui/status/StatusBadge.tsx';
import { TagRow, TagsInShort } from '../../../../ui/status/Tag.tsx';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { States, Arrears, Tags, Counts },
  components: [
    documented<ComponentProps<typeof StatusBadge>>('StatusBadge', [
      { name: 'tone', type: "'draft' | 'neutral' | 'open' | 'good' | 'soon' | 'late' | 'done'" },
      { name: 'children', type: 'string' },
    ]),
    documented<ComponentProps<typeof ArrearsBadge>>('ArrearsBadge', [
      { name: 'bucket', type: 'ArrearsStep' },
      { name: 'daysPastDue', type: 'number' },
      { name: 'size', type: "'short' | 'long'", standard: "'short'" },
    ]),
    documented<ComponentProps<typeof TagRow>>('TagRow', [
      { name: 'tags', type: '{ id, name, colour }[]' },
      { name: 'oneLine', type: 'boolean', standard: 'false' },
    ]),
    documented<ComponentProps<typeof CountMark>>('CountMark', [
      { name: 'count', type: 'number' },
      { name: 'describe', type: '(figure: string) => string' },
      { name: 'kind', type: "'figure' | 'dot'", standard: "'figure'" },
    ]),
  ],
  keyboard: [],
};

function States() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Row gap={6}>
      <StatusBadge tone="good">{t('active')}</StatusBadge>
      <StatusBadge tone="open">{t('inReview')}</StatusBadge>
      <StatusBadge tone="soon">{t('soon')}</StatusBadge>
      <StatusBadge tone="late">{t('broken')}</StatusBadge>
      <StatusBadge tone="neutral">{t('unassigned')}</StatusBadge>
      <StatusBadge tone="draft">{t('draft')}</StatusBadge>
      <StatusBadge tone="done">{t('settled')}</StatusBadge>
    </Row>
  );
}

function Arrears() {
  return (
    <Box flow="grid" columns="5rem minmax(0, 1fr)" lines={3} gap={8}>
      {ARREARS_SCALE.map((bucket, at) => (
        <Fragment key={bucket}>
          <ArrearsBadge bucket={bucket} daysPastDue={days[at] ?? 0} />
          <ArrearsBadge bucket={bucket} daysPastDue={days[at] ?? 0} size="long" />
        </Fragment>
      ))}
    </Box>
  );
}

const days = [0, 12, 34, 75, 120, 240];

function Tags() {
  const { t } = useTranslation('gallery-samples');
  const tags = [
    { id: 'salary', name: t('salary'), colour: 'teal' },
    { id: 'trade', name: t('trade'), colour: 'lapis' },
    { id: 'car', name: t('car'), colour: 'ochre' },
  ] as const;
  return (
    <Stack gap={4} align="start">
      <TagRow tags={tags} />
      <TagsInShort tags={tags} />
    </Stack>
  );
}

function Counts() {
  const { t } = useTranslation('gallery-samples');
  const describe = (count: number) => (figure: string) => t('app:menu.unread', { count, figure });
  return (
    <Row gap={6}>
      <CountMark count={3} describe={describe(3)} />
      <CountMark count={120} describe={describe(120)} />
      <CountMark count={3} describe={describe(3)} kind="dot" />
    </Row>
  );
}
