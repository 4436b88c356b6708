import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button/Button.tsx';
import { InstantText } from '../../../../ui/format/InstantText.tsx';
import { Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { ProgressBar } from '../../../../ui/progress/ProgressBar.tsx';
import { documented, type Part } from '../../part.ts';
import { splitTime } from '../../split-time.ts';

export const part: Part = {
  examples: { UntilAPromise, ToActIn, Elapsed },
  components: [
    documented<TimeLeftProps>('TimeLeft', [
      { name: 'until', type: 'number' },
      { name: 'label', type: 'string' },
    ]),
  ],
  keyboard: [],
};

function UntilAPromise() {
  const { t } = useTranslation('gallery-samples');
  const [until] = useState(() => Date.now() + 2 * day + 5 * hour + 40 * minute);
  return (
    <Stack gap={2}>
      <TimeLeft until={until} label={t('nextDue')} />
      <Text tone="muted" size="table">
        {t('nextDue')} <InstantText at={new Date(until).toISOString()} />
      </Text>
    </Stack>
  );
}

type TimeLeftProps = { until: number; label: string };

/** Updates every second; screen readers read the label, and the time only on request. */
function TimeLeft({ until, label }: TimeLeftProps) {
  const { t } = useTranslation('gallery-samples');
  const left = splitTime(Math.max(0, until - useNow(1000)));
  return (
    <div role="timer" aria-label={label}>
      <Row as="dl" gap={8} lines={3}>
        {(['days', 'hours', 'minutes', 'seconds'] as const).map((unit) => (
          <div key={unit}>
            <Text as="dt" tone="muted" size="caption">
              {t(unit)}
            </Text>
            <Text as="dd" size="figure" weight="medium" tabular>
              {String(left[unit]).padStart(2, '0')}
            </Text>
          </div>
        ))}
      </Row>
    </div>
  );
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Returns the current time and rerenders at the given interval. */
function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

function ToActIn() {
  const { t } = useTranslation('gallery-samples');
  const [until, setUntil] = useState<number | null>(null);
  const now = useNow(200);
  // Before the countdown starts, the example shows it with six of ten seconds left.
  const left = until === null ? 6_000 : Math.max(0, until - now);
  const isOver = left === 0;
  return (
    <Stack gap={3}>
      <ProgressBar
        label={t(isOver ? 'assigned' : 'undoLeft')}
        done={Math.ceil(left / 1000)}
        all={10}
      />
      <Row>
        <Button size="compact" disabled={isOver} onClick={() => setUntil(0)}>
          {t('undo')}
        </Button>
        <Button size="compact" kind="quiet" onClick={() => setUntil(Date.now() + 10_000)}>
          {t('reset')}
        </Button>
      </Row>
    </Stack>
  );
}

function Elapsed() {
  const { t } = useTranslation('gallery-samples');
  const [since] = useState(() => Date.now() - 4 * minute - 12_000);
  const { hours, minutes, seconds } = splitTime(useNow(1000) - since);
  return (
    <Row gap={2}>
      <Text as="span" tone="muted">
        {t('callTime')}
      </Text>
      <Text as="bdi" tabular dir="ltr" role="timer">
        {[hours, minutes, seconds].map((value) => String(value).padStart(2, '0')).join(':')}
      </Text>
    </Row>
  );
}
