import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { inColour } from '../../../ui/status/Tag.tsx';
import { slotId, timeOfDay, type Slot, type ViewProps } from './calendar-time.ts';
import { DaySums } from './DaySums.tsx';
import classes from './Calendar.module.css';

/** Six weeks as a list of the days that have events, dues or promises. */
export function AgendaView({ days, today, slots, sums, onOpen, onLoans }: ViewProps) {
  const { t } = useTranslation('calendar');
  const format = useFormat();
  const full = days.filter((day) => slots.get(day)?.length || sums.get(day)?.length);
  if (full.length === 0) return <EmptyState title={t('nothing')} />;
  return (
    <Box as="ol">
      {full.map((day) => (
        <Box
          flow="grid"
          key={day}
          as="li"
          columns="16rem minmax(0, 1fr)"
          lines={2}
          gap={4}
          pad={[3, 0]}
          line="below"
          className={classes.agendaDay}
        >
          <Text as="h3" size="table" weight="medium" tone={day === today ? 'accent' : 'ink'}>
            {format.day(day, 'long')}
          </Text>
          <Stack gap={1}>
            <DaySums day={day} sums={sums.get(day)} onLoans={onLoans} withAmounts />
            {slots.get(day)?.map((slot) => (
              <button
                key={slotId(slot)}
                type="button"
                className={classes.agendaEvent}
                style={inColour(slot.event.colour)}
                onClick={() => onOpen(slot.event)}
              >
                <SlotTime slot={slot} />
                <bdi>{slot.event.title}</bdi>
                <Text as="span" tone="muted" size="caption">
                  {slot.event.place}
                </Text>
              </button>
            ))}
          </Stack>
        </Box>
      ))}
    </Box>
  );
}

function SlotTime({ slot: { minutes } }: { slot: Slot }) {
  const { t } = useTranslation('calendar');
  const format = useFormat();
  const time = (at: number) => format.time(timeOfDay(at));
  return (
    <Text as="span" tone="muted" size="table" tabular className={classes.agendaTime}>
      {minutes ? `${time(minutes.from)} – ${time(minutes.to)}` : t('wholeDay')}
    </Text>
  );
}
