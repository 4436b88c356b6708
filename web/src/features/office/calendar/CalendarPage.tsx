import type { CalendarEvent } from '@bursar/contracts/office/calendar';
import { calendarDayKinds, type CalendarDayKind } from '@bursar/contracts/choices';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { downloadFile } from '../../../lib/download.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { useMay } from '../../../lib/session-query.ts';
import { Button, IconButton } from '../../../ui/button/Button.tsx';
import { CreateButton } from '../../../ui/button/CreateButton.tsx';
import { ExportButton } from '../../../ui/button/ExportButton.tsx';
import classes from './Calendar.module.css';
import { DragArea, type Drop } from '../../../ui/drag/Drag.tsx';
import { SegmentedChoice } from '../../../ui/filters/SegmentedChoice.tsx';
import { clockDay } from '../../../ui/format/clock-day.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Skeleton } from '../../../ui/page/Skeleton.tsx';
import { useShortcut } from '../../../ui/shortcut/use-shortcut.ts';
import { AgendaView } from './AgendaView.tsx';
import {
  calendarViews,
  daysBetween,
  daysOf,
  shifted,
  slotId,
  slotsOf,
  turned,
  type CalendarView,
  type ViewProps,
} from './calendar-time.ts';
import { daysQuery, eventsQuery, useMoveEvent, type DaySum } from './calendar.queries.ts';
import { EventDialog } from './EventDialog.tsx';
import { EventChip } from './EventChip.tsx';
import { HOUR_HEIGHT, HoursView } from './HoursView.tsx';
import { LoansOfDay } from './LoansOfDay.tsx';
import { MonthView } from './MonthView.tsx';

/** Due dates and promises of the user's loans, and events, as a month, week, day or agenda. */
export function CalendarPage() {
  const { t } = useTranslation(['calendar', 'app']);
  const format = useFormat();
  const address = useCalendarAddress();
  const { view, day } = address;
  const days = useMemo(() => daysOf(view, day), [view, day]);
  const calendar = useCalendar(days);
  const { events, isSumming } = calendar;
  const add = () => address.open({ event: 'new', on: day });
  useShortcut('n', add, { label: t('form.add') });
  return (
    <>
      <PageHeader
        title={t('app:title.appsCalendar')}
        description={t('about', { timeZone: format.settings.timeZone })}
        actions={
          <>
            <ExportButton onClick={saveFile}>{t('export')}</ExportButton>
            <CreateButton shortcut="N" onClick={add}>
              {t('form.add')}
            </CreateButton>
          </>
        }
      />
      <Toolbar address={address} />
      <Loaded load={loadOf(events)} waiting={<Skeleton height="36rem" />}>
        {() =>
          isSumming ? (
            <Skeleton height="36rem" />
          ) : (
            <Shown address={address} days={days} calendar={calendar} />
          )
        }
      </Loaded>
      <EventDialog
        event={events.data?.events.find(({ id }) => id === address.event) ?? null}
        isNew={address.event === 'new'}
        day={address.on ?? day}
        onClose={address.close}
      />
      <LoansOfDay shown={address.loans} onClose={address.close} />
    </>
  );
}

const saveFile = () =>
  void downloadFile('GET /api/calendar-events.ics', {}).catch((cause: unknown) =>
    notify.error(failureSentence(cause)),
  );

type Address = ReturnType<typeof useCalendarAddress>;

function Toolbar({ address: { view, day, today, show } }: { address: Address }) {
  const { t } = useTranslation('calendar');
  const format = useFormat();
  const days = daysOf(view, day);
  const last = days.at(-1) ?? day;
  const heading = {
    month: format.day(day, 'month'),
    day: format.day(day, 'long'),
    week: `${format.day(days[0] ?? day)} – ${format.day(last)}`,
    agenda: `${format.day(day)} – ${format.day(last)}`,
  }[view];
  return (
    <Box flow="row" gap={3} justify="between" below={4}>
      <Row gap={2} wrap={false}>
        <Button onClick={() => show({ day: today })}>{t('today')}</Button>
        <IconButton
          label={t('previous')}
          icon={<IconChevronLeft size={18} stroke={1.5} className="mirrors" />}
          onClick={() => show({ day: turned(view, day, -1) })}
        />
        <IconButton
          label={t('next')}
          icon={<IconChevronRight size={18} stroke={1.5} className="mirrors" />}
          onClick={() => show({ day: turned(view, day, 1) })}
        />
        <Text as="h2" size="lead" weight="medium" aria-live="polite">
          {heading}
        </Text>
      </Row>
      <SegmentedChoice
        label={t('view.label')}
        choices={calendarViews.map((value) => ({ value, label: t(`view.${value}`) }))}
        chosen={view}
        onChoose={(chosen) => show({ view: chosen })}
      />
    </Box>
  );
}

type Calendar = ReturnType<typeof useCalendar>;

function Shown({
  address,
  days,
  calendar,
}: {
  address: Address;
  days: readonly string[];
  calendar: Calendar;
}) {
  const { view, day, today } = address;
  const moving = useMoves(calendar.slots);
  const props: ViewProps = {
    days,
    day,
    today,
    slots: calendar.slots,
    sums: calendar.sums,
    onOpen: ({ id }) => address.open({ event: id }),
    onAdd: (on) => address.open({ event: 'new', on }),
    onDay: (shown) => address.show({ view: 'day', day: shown }),
    onLoans: (on, kind) => address.open({ loans: kind, on }),
  };
  if (view === 'agenda') return <AgendaView {...props} />;
  return (
    <DragArea
      kind={{ placed: view === 'month' ? null : HOUR_HEIGHT / 4 }}
      onDrop={moving.drop}
      overlay={(id) => {
        const slot = moving.slotOf(id);
        return slot && <EventChip slot={slot} />;
      }}
    >
      <Legend />
      {view === 'month' ? <MonthView {...props} /> : <HoursView {...props} />}
    </DragArea>
  );
}

/** Explains the coloured dots and lines of a narrow calendar, which has no space for words. */
function Legend() {
  const { t } = useTranslation('calendar');
  const mayReadLoans = useMay('read-loans');
  return (
    <p className={classes.legend} aria-hidden="true">
      {mayReadLoans && (
        <>
          {calendarDayKinds.map((kind) => (
            <span key={kind} className={classes.sum} data-kind={kind}>
              {t(`legend.${kind}`)}
            </span>
          ))}
          <span className={classes.sum} data-overdue>
            {t('legend.overdue')}
          </span>
        </>
      )}
      <span className={classes.sum} data-kind="event">
        {t('legend.event')}
      </span>
    </p>
  );
}

/** Moves a dragged event by days and minutes, with an undo. */
function useMoves(slots: Calendar['slots']) {
  const { t } = useTranslation('calendar');
  const format = useFormat();
  const { timeZone } = format.settings;
  const { mutateAsync } = useMoveEvent();
  const slotOf = (id: string) => [...slots.values()].flat().find((slot) => slotId(slot) === id);
  // Uses the promise, because the user may leave the page before the answer or use the undo on
  // another page; callbacks of `mutate` do not run then.
  const move = (event: CalendarEvent, onMoved: (version: number) => unknown = () => undefined) =>
    void mutateAsync(event).then(
      ({ version }) => onMoved(version),
      (cause: unknown) => notify.error(failureSentence(cause)),
    );
  const drop = ({ itemId, overId, by }: Drop) => {
    const slot = slotOf(itemId);
    if (!slot) return;
    const { event } = slot;
    const [day = '', part] = overId.split('/');
    const quarters = part === 'hours' && slot.minutes ? Math.round((by.y / HOUR_HEIGHT) * 4) : 0;
    const shift = { days: daysBetween(slot.day, day), minutes: quarters * 15 };
    if (shift.days === 0 && shift.minutes === 0) return;
    const when = shifted(event.when, shift, timeZone);
    move({ ...event, when }, (version) =>
      notify.undo(
        t('moved', {
          title: event.title,
          when:
            'startsAt' in when
              ? format.instant(when.startsAt)
              : format.day(when.firstDay, 'weekday'),
        }),
        { label: t('undo'), run: () => move({ ...event, version }) },
      ),
    );
  };
  return { slotOf, drop };
}

/** Loads the entries of the days. Users who may not read loans get only events. */
function useCalendar(days: readonly string[]) {
  const { timeZone } = useFormat().settings;
  const mayReadLoans = useMay('read-loans');
  const range = { from: days[0] ?? '', to: days.at(-1) ?? '' };
  const events = useQuery(eventsQuery(range));
  const sums = useQuery({ ...daysQuery(range), enabled: mayReadLoans });
  const slots = useMemo(
    () => slotsOf(events.data?.events ?? [], days, timeZone),
    [events.data, days, timeZone],
  );
  const byDay = useMemo(() => {
    const found = new Map<string, DaySum[]>();
    for (const sum of sums.data?.days ?? []) {
      found.set(sum.day, [...(found.get(sum.day) ?? []), sum]);
    }
    return found;
  }, [sums.data]);
  // The rows of a month grow with their days' sums, so entries and sums are shown together.
  return { events, slots, sums: byDay, isSumming: mayReadLoans && sums.isPending };
}

/** Keeps the view, the day and the open entry in the address. */
function useCalendarAddress() {
  const format = useFormat();
  const { timeZone, today: businessDay } = format.settings;
  const [search, setSearch] = useSearchParams();
  const today = businessDay ?? clockDay(timeZone);
  const asked = search.get('day') ?? '';
  const day =
    /^(19|2\d)\d\d-\d\d-\d\d$/.test(asked) && !Number.isNaN(Date.parse(asked)) ? asked : today;
  const view: CalendarView = calendarViews.find((one) => one === search.get('view')) ?? 'month';
  const on = search.get('on');
  const kind = calendarDayKinds.find((one) => one === search.get('loans'));
  const go = (changes: Record<string, string | null>, replace = false) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    setSearch(next, { preventScrollReset: true, replace });
  };
  return {
    view,
    day,
    today,
    on,
    event: search.get('event'),
    loans: on !== null && kind ? { day: on, kind } : null,
    show: (changes: { view?: CalendarView; day?: string }) => go(changes),
    open: (panel: { event?: string; on?: string; loans?: CalendarDayKind }) => go(panel),
    close: () => go({ event: null, on: null, loans: null }, true),
  };
}
