import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/button/Button.tsx';
import { DragItem, DropPlace } from '../../../ui/drag/Drag.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { slotId, type ViewProps } from './calendar-time.ts';
import { DaySums } from './DaySums.tsx';
import { EventChip, useSlotLabel } from './EventChip.tsx';
import classes from './Calendar.module.css';

/**
 * Maximum number of events shown per day: more would make the weeks differ in height. The day view
 * shows all events.
 */
const CHIPS_A_DAY = 3;

/** The weeks of a month from Monday on; events can be dragged between days. */
export function MonthView(props: ViewProps) {
  const { days, day } = props;
  const format = useFormat();
  const { t } = useTranslation('calendar');
  const weeks = Array.from({ length: days.length / 7 }, (_, week) =>
    days.slice(week * 7, week * 7 + 7),
  );
  const [first = []] = weeks;
  return (
    <Box framed>
      <table
        className={classes.month}
        aria-label={`${t('view.month')}, ${format.day(day, 'month')}`}
      >
        <thead>
          <tr>
            {first.map((one) => (
              <th key={one} scope="col">
                <Text as="div" tone="muted" size="caption" weight="medium">
                  {weekdayOf(format.settings.locale, one)}
                </Text>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <DayCell key={one} {...props} cell={one} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}

export function weekdayOf(locale: string, day: string): string {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  return format.format(Date.parse(day));
}

function DayCell(props: ViewProps & { readonly cell: string }) {
  const { cell, day, today, slots, sums, onAdd, onDay, onLoans, onOpen } = props;
  const { t } = useTranslation('calendar');
  const format = useFormat();
  const labelOf = useSlotLabel();
  const here = slots.get(cell) ?? [];
  const shown = here.slice(0, here.length > CHIPS_A_DAY ? CHIPS_A_DAY - 1 : CHIPS_A_DAY);
  const name = format.day(cell, 'weekday');
  const more = here.length - shown.length;
  return (
    <DropPlace as="td" id={cell} label={name} className={classes.cell}>
      <div
        className={classes.cellIn}
        data-today={cell === today || undefined}
        data-other={cell.slice(0, 7) === day.slice(0, 7) ? undefined : true}
      >
        <Row gap={0} wrap={false} justify="between">
          <button
            type="button"
            className={classes.number}
            aria-label={t('openDay', { day: name })}
            aria-current={cell === today ? 'date' : undefined}
            onClick={() => onDay(cell)}
          >
            {format.count(Number(cell.slice(8)))}
          </button>
          <IconButton
            size="compact"
            className={classes.add}
            label={t('addOn', { day: name })}
            icon={<IconPlus size={14} stroke={1.75} />}
            onClick={() => onAdd(cell)}
          />
        </Row>
        <DaySums day={cell} sums={sums.get(cell)} onLoans={onLoans} />
        {shown.map((slot) => (
          <DragItem
            key={slotId(slot)}
            id={slotId(slot)}
            label={labelOf(slot)}
            onOpen={() => onOpen(slot.event)}
          >
            <EventChip slot={slot} />
          </DragItem>
        ))}
        {more > 0 && (
          <button type="button" className={classes.more} onClick={() => onDay(cell)}>
            {t('more', { count: more, figure: format.count(more) })}
          </button>
        )}
      </div>
    </DropPlace>
  );
}
