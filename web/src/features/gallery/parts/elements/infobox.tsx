import { IconBulb, IconCalendarDue, IconPhone, IconUser } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button/Button.tsx';
import { Count } from '../../../../ui/format/Count.tsx';
import { DayText } from '../../../../ui/format/DayText.tsx';
import { Money } from '../../../../ui/format/Money.tsx';
import { Rate } from '../../../../ui/format/Rate.tsx';
import { Grid, Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { SideDrawer } from '../../../../ui/overlay/SideDrawer.tsx';
import { StatStrip, StatTile } from '../../../../ui/page/StatTile.tsx';
import { documented, type Part } from '../../part.ts';
import classes from './infobox.module.css';

export const part: Part = {
  examples: { Figures, Opening, OnTheirWay, Facts, Advice },
  components: [
    documented<ComponentProps<typeof StatTile>>('StatTile', [
      { name: 'label', type: 'string' },
      { name: 'value', type: 'ReactNode' },
      { name: 'note', type: 'ReactNode', standard: '–' },
      { name: 'tone', type: "'neutral' | 'good' | 'soon' | 'late'", standard: "'neutral'" },
      { name: 'trend', type: 'number[]', standard: '–' },
      { name: 'loading', type: 'boolean', standard: 'false' },
      { name: 'onOpen', type: '() => void', standard: '–' },
    ]),
  ],
  keyboard: [],
};

function Figures() {
  const { t } = useTranslation('gallery-samples');
  return (
    <StatStrip label={t('ui:chart.today')}>
      <StatTile
        label={t('outstanding')}
        value={<Money amountMinor={1_248_022_00} currency="USD" />}
        note={t('moreThanLast')}
        trend={[1110, 1124, 1131, 1145, 1160, 1182, 1201, 1248]}
      />
      <StatTile
        label={t('collected')}
        value={<Money amountMinor={84_310_50} currency="USD" />}
        note={t('moreThanLast')}
        tone="good"
        trend={[41, 44, 43, 52, 58, 61, 66, 72]}
      />
      <StatTile
        label={t('promises')}
        value={<Rate percent="78.4" fractionDigits={1} />}
        note={t('pointsMore')}
        tone="good"
        trend={[70, 71, 69, 72, 74, 73, 76, 78]}
      />
    </StatStrip>
  );
}

function Opening() {
  const { t } = useTranslation('gallery-samples');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <StatStrip label={t('gallery-elements:infobox.examples.Opening.title')}>
        <StatTile
          label={t('promises')}
          value={<Count value={2} />}
          note={t('dueToday')}
          onOpen={() => setOpen(true)}
        />
        <StatTile
          label={t('collected')}
          value={<Money amountMinor={3_420_00} currency="USD" />}
          note={t('moreThanLast')}
        />
      </StatStrip>
      <SideDrawer opened={isOpen} onClose={() => setOpen(false)} title={t('promises')}>
        <Stack gap={2}>
          <p>L-000123 · {t('yusuf')}</p>
          <p>L-000417 · {t('yusuf')}</p>
        </Stack>
      </SideDrawer>
    </>
  );
}

function OnTheirWay() {
  const { t } = useTranslation('gallery-samples');
  const [isLoading, setIsLoading] = useState(true);
  return (
    <Stack gap={4}>
      <StatStrip label={t('gallery-elements:infobox.examples.OnTheirWay.title')}>
        <StatTile
          label={t('promises')}
          value={<Count value={21} />}
          note={isLoading ? undefined : t('dueToday')}
          loading={isLoading}
        />
        <StatTile
          label={t('collected')}
          value={<Money amountMinor={3_420_00} currency="USD" />}
          note={isLoading ? undefined : t('moreThanLast')}
          loading={isLoading}
        />
      </StatStrip>
      <Row>
        <Button size="compact" onClick={() => setIsLoading(!isLoading)}>
          {t(isLoading ? 'load' : 'reset')}
        </Button>
      </Row>
    </Stack>
  );
}

function Facts() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Grid as="dl" min={12} gap={4}>
      <Fact icon={<IconUser size={18} stroke={1.5} />} term={t('borrower')}>
        {t('yusuf')}
      </Fact>
      <Fact icon={<IconPhone size={18} stroke={1.5} />} term={t('phone')}>
        <bdi dir="ltr">+971 50 555 01 23</bdi>
      </Fact>
      <Fact icon={<IconCalendarDue size={18} stroke={1.5} />} term={t('nextDue')}>
        <DayText day="2026-12-05" />
      </Fact>
    </Grid>
  );
}

type FactProps = { icon: ReactNode; term: string; children: ReactNode };

function Fact({ icon, term, children }: FactProps) {
  return (
    <div>
      <Text as="dt" tone="muted" size="table">
        <Row as="span" gap={2}>
          {icon}
          {term}
        </Row>
      </Text>
      <dd className={classes.value}>{children}</dd>
    </div>
  );
}

function Advice() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Row gap={3} align="start" wrap={false}>
      <IconBulb size={20} stroke={1.5} aria-hidden="true" />
      <Stack gap={2} align="start">
        <Text weight="medium">{t('advice')}</Text>
        <Text tone="soft">{t('adviceText')}</Text>
      </Stack>
    </Row>
  );
}
