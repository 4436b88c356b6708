import '@mantine/core/styles/Input.layer.css';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DayField } from '../../../../ui/form/DayField.tsx';
import { TimeField } from '../../../../ui/form/TimeField.tsx';
import { Calendar, RangeCalendar } from '../../../../ui/form/Calendar.tsx';
import { Box } from '../../../../ui/layout/Box.tsx';
import { Grid, Stack } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { useIsPhone } from '../../../../ui/state/use-media.ts';
import { documented, type Part } from '../../part.ts';
import { noChange, StillPopover } from '../../still-panels.tsx';

export const part: Part = {
  examples: { OneDay, Limited, FromTo, TimeOfDay },
  stills: { OneDay: CalendarOpen },
  hangs: { OneDay: 'field' },
  components: [
    documented<ComponentProps<typeof DayField>>('DayField', [
      { name: 'value', type: 'string | null' },
      { name: 'onChange', type: '(day) => void' },
      { name: 'today', type: 'string' },
      { name: 'earliest', type: 'string', standard: '–' },
      { name: 'latest', type: 'string', standard: '–' },
    ]),
  ],
  keyboard: [
    { keys: ['←', '→', '↑', '↓'], does: 'move' },
    { keys: ['Enter'], does: 'select' },
    { keys: ['Esc'], does: 'closeCalendar' },
  ],
};

function OneDay() {
  const { t } = useTranslation('gallery-samples');
  const [day, setDay] = useState<string | null>(inAWeek);
  return <DayField id="day-one" label={t('nextDue')} today={today} value={day} onChange={setDay} />;
}

/** A picture of the open calendar: today is marked, and the selected day has a background. */
function CalendarOpen() {
  const { t } = useTranslation('ui');
  return (
    <StillPopover label={t('form.calendar')}>
      <Box pad={[3, 4]}>
        <Calendar day={inAWeek} shown={inAWeek} today={today} onPick={noChange} />
      </Box>
    </StillPopover>
  );
}

function Limited() {
  const { t } = useTranslation('gallery-samples');
  const [day, setDay] = useState<string | null>(today);
  return (
    <Box max="24rem">
      <DayField
        id="day-limited"
        label={t('valueDate')}
        hint={t('notLater')}
        today={today}
        latest={today}
        value={day}
        onChange={setDay}
      />
    </Box>
  );
}

function FromTo() {
  const { t } = useTranslation('gallery-samples');
  const [days, setDays] = useState<readonly [string | null, string | null]>([dayAfter(2), inAWeek]);
  const [from, to] = days;
  const isPhone = useIsPhone();
  return (
    <Stack gap={4}>
      <Grid min={12}>
        <DayField
          id="day-from"
          label={t('pausedFrom')}
          today={today}
          value={from}
          onChange={(first) => setDays([first, to])}
        />
        <DayField
          id="day-to"
          label={t('pausedTo')}
          today={today}
          value={to}
          onChange={(last) => setDays([from, last])}
        />
      </Grid>
      <RangeCalendar
        from={from}
        to={to}
        today={today}
        isWide={isPhone}
        onPick={(first, last) => setDays([first, last])}
      />
      <Text tone="muted" aria-live="polite">
        {from === null ? t('firstDay') : to === null ? t('lastDay') : null}
      </Text>
    </Stack>
  );
}

function TimeOfDay() {
  const { t } = useTranslation('gallery-samples');
  const [time, setTime] = useState('09:30');
  return (
    <Box max="24rem">
      <TimeField id="day-time" label={t('time')} value={time} onChange={setTime} />
    </Box>
  );
}

const dayAfter = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const today = dayAfter(0);
const inAWeek = dayAfter(7);
