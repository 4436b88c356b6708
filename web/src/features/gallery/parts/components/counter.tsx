import '@mantine/core/styles/RollingNumber.layer.css';
import { RollingNumber, type RollingNumberProps } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type ComponentProps, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../../../ui/button/Button.tsx';
import { Count } from '../../../../ui/format/Count.tsx';
import { Money } from '../../../../ui/format/Money.tsx';
import { Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import amounts from '../../amount.module.css';
import { ArrearsMeter } from '../../../servicing/loan-account/ArrearsBadge.tsx';
import { documented, type Part } from '../../part.ts';
import { StepFrame } from '../../StepFrame.tsx';

export const part: Part = {
  examples: { WithoutMotion, CountingUp, Rolling, StepByStep },
  components: [
    documented<ComponentProps<typeof Count>>('Count', [
      { name: 'value', type: 'number' },
      { name: 'compact', type: 'boolean', standard: 'false' },
      { name: 'tone', type: "'neutral' | 'late'", standard: "'neutral'" },
    ]),
    documented<RollingNumberProps>('RollingNumber', [
      { name: 'animationDuration', type: 'number', standard: '600' },
      { name: 'withLiveRegion', type: 'boolean', standard: 'false' },
    ]),
  ],
  keyboard: [],
};

function WithoutMotion() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Row gap={8}>
      {(['loans', 'borrowers', 'daysLate'] as const).map((kind) => (
        <Stack gap={2} key={kind}>
          <Text tone="muted" size="table">
            {t(kind)}
          </Text>
          <Text size="figure" weight="medium">
            {kind === 'daysLate' ? (
              <Row as="span" gap={2} wrap={false}>
                <ArrearsMeter bucket="31-60" />
                <Count value={34} />
              </Row>
            ) : (
              <Count value={124_800} compact={kind === 'borrowers'} />
            )}
          </Text>
        </Stack>
      ))}
    </Row>
  );
}

function CountingUp() {
  const { t } = useTranslation('gallery-samples');
  const [target, setTarget] = useState(84_310_50);
  const amountMinor = useClimb(target);
  return (
    <Stack gap={3}>
      <Stack gap={2}>
        <Text tone="muted" size="table">
          {t('collected')}
        </Text>
        <Text size="figure" weight="medium" aria-live="off" className={amounts.amount}>
          <Money amountMinor={amountMinor} currency="USD" />
        </Text>
      </Stack>
      <Row>
        <Button size="compact" onClick={() => setTarget(target + 402_10)}>
          {t('postPayment')}
        </Button>
      </Row>
    </Stack>
  );
}

const climbMs = 600;

/** Animates the value to its target; it jumps for users who prefer reduced motion. */
function useClimb(target: number): number {
  const [shown, setShown] = useState(target);
  useEffect(() => {
    if (shown === target) return undefined;
    const from = shown;
    const started = performance.now();
    let frame = 0;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const climb = (now: number) => {
      const share = isStill ? 1 : Math.min(1, (now - started) / climbMs);
      setShown(Math.round(from + (target - from) * (1 - (1 - share) ** 3)));
      if (share < 1) frame = requestAnimationFrame(climb);
    };
    frame = requestAnimationFrame(climb);
    return () => cancelAnimationFrame(frame);
    // Only a new target starts another animation.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [target]);
  return shown;
}

function Rolling() {
  const { t } = useTranslation('gallery-samples');
  const [waiting, setWaiting] = useState(21);
  return (
    <Row gap={4}>
      <Row gap={2} align="baseline">
        <Text as="div" size="figure" weight="medium" dir="ltr">
          <RollingNumber value={waiting} withLiveRegion />
        </Text>
        <Text as="span" tone="muted">
          {t('dueToday')}
        </Text>
      </Row>
      <Button size="compact" onClick={() => setWaiting(waiting > 0 ? waiting - 1 : 21)}>
        {t('next')}
      </Button>
    </Row>
  );
}

function StepByStep() {
  const { t } = useTranslation('gallery-samples');
  const [months, setMonths] = useState(12);
  return (
    <div role="group" aria-label={t('term')}>
      <StepFrame
        less={
          <IconButton
            label={t('shorter')}
            icon={<IconMinus size={18} stroke={1.5} />}
            disabled={months <= 6}
            onClick={() => setMonths(months - 6)}
          />
        }
        more={
          <IconButton
            label={t('longer')}
            icon={<IconPlus size={18} stroke={1.5} />}
            disabled={months >= 60}
            onClick={() => setMonths(months + 6)}
          />
        }
      >
        <Text as="span" tabular aria-live="polite">
          {t('months', { count: months, months })}
        </Text>
      </StepFrame>
    </div>
  );
}
