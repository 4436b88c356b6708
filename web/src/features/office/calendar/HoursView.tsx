import { useLayoutEffect, useRef, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { DragItem, DropPlace } from '../../../ui/drag/Drag.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import {
  clockAt,
  drawnMinutes,
  lanesOf,
  slotId,
  timeOfDay,
  type Slot,
  type ViewProps,
} from './calendar-time.ts';
import { DaySums } from './DaySums.tsx';
import { EventChip, useSlotLabel } from './EventChip.tsx';
import { weekdayOf } from './MonthView.tsx';
import classes from './Calendar.module.css';

/** Height of an hour in pixels. The Up and Down keys move a dragged event by a quarter of it. */
export const HOUR_HEIGHT = 48;
const FIRST_SEEN = 7;

/** The hours of a week or a day; events can be dragged to other hours and days. */
export function HoursView(props: ViewProps) {
  const { days, today, slots, sums, onAdd, onDay, onLoans, onOpen } = props;
  const { t } = useTranslation('calendar');
  const format = useFormat();
  const labelOf = useSlotLabel();
  const measures: Measures = { '--days': days.length, '--hour': `${HOUR_HEIGHT}px` };
  const scroll = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (scroll.current) scroll.current.scrollTop = FIRST_SEEN * HOUR_HEIGHT;
  }, []);
  return (
    <Box framed className={classes.hours} style={measures}>
      <Box tone="muted" pad={[2, 0]} className={classes.hoursHead}>
        <span />
        {days.map((day) => (
          <div key={day} data-today={day === today || undefined}>
            <button
              type="button"
              className={classes.dayHead}
              aria-label={t('openDay', { day: format.day(day, 'weekday') })}
              aria-current={day === today ? 'date' : undefined}
              onClick={() => onDay(day)}
            >
              <span>{weekdayOf(format.settings.locale, day)}</span>{' '}
              <strong>{format.count(Number(day.slice(8)))}</strong>
            </button>
            <DaySums
              day={day}
              sums={sums.get(day)}
              onLoans={onLoans}
              withAmounts={days.length === 1}
            />
          </div>
        ))}
      </Box>
      <div className={classes.wholeDays}>
        <Box as="span" tone="muted" size="caption" pad={[0, 1]} text="end">
          {t('wholeDay')}
        </Box>
        {days.map((day) => (
          <DropPlace
            key={day}
            id={`${day}/whole`}
            label={`${format.day(day, 'weekday')}, ${t('wholeDay')}`}
            className={classes.wholeDay}
          >
            {ofWholeDay(slots.get(day)).map((slot) => (
              <DragItem
                key={slotId(slot)}
                id={slotId(slot)}
                label={labelOf(slot)}
                onOpen={() => onOpen(slot.event)}
              >
                <EventChip slot={slot} />
              </DragItem>
            ))}
          </DropPlace>
        ))}
      </div>
      <div
        ref={scroll}
        className={classes.scroll}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll it
        tabIndex={0}
        role="group"
        aria-label={t('view.day')}
      >
        <div className={classes.hourNames} aria-hidden="true">
          {hourNames.map((hour) => (
            <Box
              key={hour}
              as="span"
              tone="muted"
              size="caption"
              pad={[0, 1]}
              text="end"
              className={classes.hour}
            >
              {hour > 0 && format.time(timeOfDay(hour * 60))}
            </Box>
          ))}
        </div>
        {days.map((day) => (
          <DropPlace
            key={day}
            id={`${day}/hours`}
            label={format.day(day, 'weekday')}
            className={classes.column}
          >
            <button
              type="button"
              tabIndex={-1}
              className={classes.ground}
              aria-label={t('addOn', { day: format.day(day, 'weekday') })}
              onClick={() => onAdd(day)}
            />
            {day === today && <Now />}
            {lanesOf((slots.get(day) ?? []).filter(({ minutes }) => minutes)).map((positioned) => (
              <HourSlot
                key={slotId(positioned.slot)}
                {...positioned}
                label={labelOf(positioned.slot)}
                onOpen={onOpen}
              />
            ))}
          </DropPlace>
        ))}
      </div>
    </Box>
  );
}

type Measures = CSSProperties & { '--days': number; '--hour': string };

const hourNames = Array.from({ length: 24 }, (_, hour) => hour);

const ofWholeDay = (slots: readonly Slot[] = []) => slots.filter(({ minutes }) => !minutes);

type HourSlotProps = ReturnType<typeof lanesOf>[number] & {
  readonly label: string;
  readonly onOpen: ViewProps['onOpen'];
};

function HourSlot({ slot, lane, lanes, label, onOpen }: HourSlotProps) {
  const { from, to } = drawnMinutes(slot);
  return (
    <div
      className={classes.hourSlot}
      style={{
        insetBlockStart: (from / 60) * HOUR_HEIGHT,
        blockSize: ((to - from) / 60) * HOUR_HEIGHT - 2,
        insetInlineStart: `${(lane / lanes) * 100}%`,
        inlineSize: `calc(${100 / lanes}% - 3px)`,
      }}
    >
      <DragItem id={slotId(slot)} label={label} onOpen={() => onOpen(slot.event)}>
        <EventChip slot={slot} />
      </DragItem>
    </div>
  );
}

function Now() {
  const { timeZone } = useFormat().settings;
  const { minutes } = clockAt(new Date().toISOString(), timeZone);
  return <span className={classes.now} style={{ insetBlockStart: (minutes / 60) * HOUR_HEIGHT }} />;
}
