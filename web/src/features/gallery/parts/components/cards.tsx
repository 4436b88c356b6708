import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../../../lib/paths.ts';
import { Avatar } from '../../../../ui/avatar/Avatar.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { DayText } from '../../../../ui/format/DayText.tsx';
import { Money } from '../../../../ui/format/Money.tsx';
import { Box } from '../../../../ui/layout/Box.tsx';
import { Grid, Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { Panel } from '../../../../ui/page/Panel.tsx';
import { SkeletonLines } from '../../../../ui/page/Skeleton.tsx';
import { ArrearsBadge } from '../../../servicing/loan-account/ArrearsBadge.tsx';
import amounts from '../../amount.module.css';
import { documented, type Part } from '../../part.ts';
import classes from './cards.module.css';

export const part: Part = {
  examples: { OfALoan, OfAPerson, WithoutABox, OnItsWay },
  components: [
    documented<ComponentProps<typeof Box>>('Box', [
      { name: 'framed', type: 'boolean', standard: 'false' },
      { name: 'pad', type: '0 | 1 | 2 | 3 | 4 | 5 | 6 | 8', standard: '–' },
      { name: 'flow', type: "'row' | 'stack' | 'grid'", standard: '–' },
    ]),
    documented<ComponentProps<typeof Panel>>('Panel', [
      { name: 'title', type: 'ReactNode' },
      { name: 'note', type: 'ReactNode', standard: '–' },
      { name: 'children', type: 'ReactNode' },
    ]),
  ],
  keyboard: [],
};

function OfALoan() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Grid min={16} gap={4}>
      {loans.map(({ id, bucket, days, amountMinor }) => (
        <Box key={id} as="article" flow="stack" gap={3} pad={4} framed>
          <Row justify="between">
            <Text weight="medium">{t(id)}</Text>
            <ArrearsBadge bucket={bucket} daysPastDue={days} />
          </Row>
          <Text size="figure" weight="medium" className={amounts.amount}>
            <Money amountMinor={amountMinor} currency="USD" />
          </Text>
          <Text tone="muted" size="table">
            {t('nextDue')} <DayText day="2026-12-05" />
          </Text>
        </Box>
      ))}
    </Grid>
  );
}

const loans = [
  { id: 'yusuf', bucket: '31-60', days: 34, amountMinor: 12_480_22 },
  { id: 'layla', bucket: 'current', days: 0, amountMinor: 4_020_00 },
] as const;

function OfAPerson() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Box as="article" pad={4} framed className={classes.way}>
      <Row wrap={false}>
        <Avatar name={t('amira')} />
        <div>
          <Link to={paths.roles} className={classes.link}>
            {t('amira')}
          </Link>
          <Text tone="muted" size="table">
            {t('agent')}
          </Text>
        </div>
      </Row>
    </Box>
  );
}

function WithoutABox() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Panel title={t('lastContact')} note={<DayText day="2026-11-14" />}>
      <p>{t('promiseText')}</p>
    </Panel>
  );
}

function OnItsWay() {
  const { t } = useTranslation('gallery-samples');
  const [isThere, setIsThere] = useState(false);
  return (
    <Stack gap={3}>
      <Box as="article" pad={4} framed aria-busy={!isThere}>
        {isThere ? <p>{t('promiseText')}</p> : <SkeletonLines lines={2} />}
      </Box>
      <Row>
        <Button size="compact" onClick={() => setIsThere(!isThere)}>
          {t(isThere ? 'reset' : 'load')}
        </Button>
      </Row>
    </Stack>
  );
}
