import '@mantine/core/styles/RingProgress.layer.css';
import { RingProgress, type RingProgressProps } from '@mantine/core';
import { type ComponentProps, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button/Button.tsx';
import { KeyTerm } from '../../../../ui/chart/KeyTerm.tsx';
import { ShareBar } from '../../../../ui/chart/ShareBar.tsx';
import { Money } from '../../../../ui/format/Money.tsx';
import { Rate } from '../../../../ui/format/Rate.tsx';
import { Grid, Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { ProgressBar } from '../../../../ui/progress/ProgressBar.tsx';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { Running, UnknownEnd, AWholeAndItsParts, AsARing },
  components: [
    documented<ComponentProps<typeof ProgressBar>>('ProgressBar', [
      { name: 'label', type: 'string' },
      { name: 'done', type: 'number' },
      { name: 'all', type: 'number | null' },
      { name: 'spell', type: '(value) => string', standard: '–' },
    ]),
    documented<ComponentProps<typeof ShareBar>>('ShareBar', [
      { name: 'parts', type: '{ id, share, color }[]', standard: '[]' },
    ]),
    documented<RingProgressProps>('RingProgress', [
      { name: 'sections', type: '{ value, color }[]' },
      { name: 'size', type: 'number', standard: '96' },
    ]),
  ],
  keyboard: [],
};

function Running() {
  const { t } = useTranslation('gallery-samples');
  const [done, setDone] = useState(1_200);
  const isRunning = done < rows;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setDone((now) => Math.min(rows, now + 140)), 400);
    return () => clearInterval(timer);
  }, [isRunning]);
  return (
    <Stack gap={3}>
      <ProgressBar label={t('reading')} done={done} all={rows} />
      <Row>
        <Button size="compact" onClick={() => setDone(0)}>
          {t('reset')}
        </Button>
      </Row>
    </Stack>
  );
}

const rows = 4_213;

function UnknownEnd() {
  const { t } = useTranslation('gallery-samples');
  return <ProgressBar label={t('reading')} done={86} all={null} />;
}

function AWholeAndItsParts() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Stack gap={3}>
      <ShareBar
        parts={split.map(({ id, amountMinor, color }) => ({ id, share: amountMinor, color }))}
      />
      <Grid as="dl" min={8} gap={3}>
        {split.map(({ id, amountMinor, color }) => (
          <div key={id}>
            <KeyTerm as="dt" kind="bar" color={color}>
              {t(id)}
            </KeyTerm>
            <dd>
              <Money amountMinor={amountMinor} currency="USD" />
            </dd>
          </div>
        ))}
      </Grid>
    </Stack>
  );
}

const split = [
  { id: 'principal', amountMinor: 284_60, color: 'var(--series-1)' },
  { id: 'interest', amountMinor: 97_50, color: 'var(--series-2)' },
  { id: 'fees', amountMinor: 20_00, color: 'var(--series-3)' },
] as const;

function AsARing() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Row gap={4}>
      <RingProgress
        size={96}
        // Offsets the empty margin of the SVG, so that the ring aligns with the edge of the text.
        ms="calc(-1 * var(--space-2))"
        thickness={6}
        roundCaps
        rootColor="var(--line)"
        sections={[{ value: 67, color: 'var(--accent)' }]}
        role="img"
        aria-label={t('ui:chart.today')}
        label={
          <Text as="div" weight="medium" style={{ textAlign: 'center' }}>
            <Rate percent="67" fractionDigits={0} />
          </Text>
        }
      />
      <Text tone="muted">{t('ringDone', { done: 14, all: 21 })}</Text>
    </Row>
  );
}
