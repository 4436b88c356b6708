import type { CalendarEvent, EventTime } from '@bursar/contracts/office/calendar';
import { tagColours } from '@bursar/contracts/choices';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { useContractForm } from '../../../lib/contract-form.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { instantIn } from '../../../lib/instant-in.ts';
import { isOwn } from '../../../lib/is-own.ts';
import { useSession } from '../../../lib/session.ts';
import { ColourField } from '../../../ui/form/ColourField.tsx';
import { DayField } from '../../../ui/form/DayField.tsx';
import { isTime } from '../../../ui/form/parse-time.ts';
import { SharedField } from '../../../ui/form/SharedField.tsx';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { TickBox } from '../../../ui/form/TickBox.tsx';
import { TimeField } from '../../../ui/form/TimeField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Grid, Row } from '../../../ui/layout/Layout.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { RecordFoot } from '../../../ui/overlay/RecordFoot.tsx';
import { useRemoval } from '../../../ui/overlay/use-removal.tsx';
import { useLastShown } from '../../../ui/overlay/use-overlay.ts';
import { clockAt, timeOfDay } from './calendar-time.ts';
import { useRemoveEvent, useSaveEvent, type SavedEvent } from './calendar.queries.ts';

type EventDialogProps = {
  /** The open event; null if none is open. */
  readonly event: CalendarEvent | null;
  readonly isNew: boolean;
  /** The day of a new event. */
  readonly day: string;
  readonly onClose: () => void;
};

/** Creates, edits or removes an event. */
export function EventDialog({ event, isNew, day, onClose }: EventDialogProps) {
  const { t } = useTranslation(['calendar', 'apps']);
  const opened = event !== null || isNew;
  const shown = useLastShown(isNew ? 'new' : event);
  const changed = shown === 'new' ? null : shown;
  const form = useEventForm({ event: changed, day, opened, onClose });
  const session = useSession();
  const restoring = useSaveEvent();
  const removing = useRemoveEvent();
  const removal = useRemoval({
    record: changed,
    title: changed?.title ?? '',
    removing,
    failureOf: failureSentence,
    done: t('done.removed'),
    restore: isOwn(changed, session)
      ? (id) => {
          const { title, place, details, colour, isShared, when } = changed;
          const restored = { title, place, details, colour, isShared, when };
          return restoring.mutateAsync({ ...restored, id, version: null });
        }
      : null,
    onRemoved: onClose,
  });
  return (
    <>
      <FormDialog
        {...removal.inForm(form.dialog)}
        opened={opened && !removal.isAsked}
        onClose={onClose}
        title={t(changed ? 'form.change' : 'form.new')}
        submitLabel={changed ? t('apps:save') : t('form.add')}
      >
        <EventFields form={form} />
        <RecordFoot record={changed} removal={removal.button} />
      </FormDialog>
      {removal.dialog}
    </>
  );
}

function EventFields({ form }: { form: ReturnType<typeof useEventForm> }) {
  const { t } = useTranslation(['calendar', 'apps', 'tags']);
  const { settings } = useFormat();
  const { values, field, change, controlProps } = form;
  const days = { today: settings.today ?? values.firstDay ?? '' };
  return (
    <>
      <TextField {...field('title')} label={t('form.title')} required maxLength={200} focusFirst />
      <label>
        <Row as="span" gap={2}>
          <TickBox
            checked={values.isAllDay}
            onChange={(event) => change({ isAllDay: event.currentTarget.checked })}
          />
          {t('form.isAllDay')}
        </Row>
      </label>
      <Grid min={12}>
        <DayField {...field('firstDay')} {...days} label={t('form.firstDay')} required />
        <DayField {...field('lastDay')} {...days} label={t('form.lastDay')} required />
        {!values.isAllDay && (
          <>
            <TimeField {...field('startTime')} label={t('form.startTime')} required />
            <TimeField {...field('endTime')} label={t('form.endTime')} required />
          </>
        )}
      </Grid>
      <TextField {...field('place')} label={t('form.place')} maxLength={200} optional />
      <TextareaField {...field('details')} label={t('form.details')} maxLength={4000} optional />
      <ColourField
        colours={tagColours}
        label={t('apps:colour')}
        nameOf={(colour) => t(`tags:colour.${colour}`)}
        chosen={values.colour}
        onChoose={(colour) => change({ colour })}
      />
      <SharedField
        id={controlProps('isShared').id}
        isAdmin={useSession()?.role === 'admin'}
        isShared={values.isShared}
        onChange={(isShared) => change({ isShared })}
      />
    </>
  );
}

type FormOptions = Omit<EventDialogProps, 'isNew'> & { readonly opened: boolean };

function useEventForm({ event, day, opened, onClose }: FormOptions) {
  const { t } = useTranslation(['calendar', 'apps']);
  const { timeZone } = useFormat().settings;
  const saving = useSaveEvent();
  return useContractForm({
    name: 'event',
    opened,
    empty: () => valuesOf(event, day, timeZone),
    rules: (values) => {
      const { title, isAllDay, firstDay, lastDay, startTime, endTime } = values;
      const timeMissing = (time: string) =>
        isAllDay || isTime(time) ? undefined : t('form.timeMissing');
      const when = whenOf(values, timeZone);
      return {
        title: title.trim() === '' ? t('apps:titleMissing') : undefined,
        firstDay: firstDay === null ? t('form.dayMissing') : undefined,
        lastDay:
          lastDay === null
            ? t('form.dayMissing')
            : when && isUpsideDown(when)
              ? t('form.upsideDown')
              : undefined,
        startTime: timeMissing(startTime),
        endTime: timeMissing(endTime),
      };
    },
    body: (values): SavedEvent | null => {
      const { id, version, title, place, details, colour, isShared } = values;
      const when = whenOf(values, timeZone);
      return when && { id, version, title, place, details, colour, isShared, when };
    },
    mutation: saving,
    announce: (_, { version }) =>
      notify.success(t(version === null ? 'done.added' : 'done.changed')),
    onSent: onClose,
  });
}

type Values = ReturnType<typeof valuesOf>;

/**
 * Includes the version from when the form opened: saving is refused if another user has changed the
 * event since.
 */
function valuesOf(event: CalendarEvent | null, day: string, timeZone: string) {
  const { id = uuidv7(), version = null, title = '', place = '', details = '' } = event ?? {};
  const { colour = firstColour, isShared = false, when } = event ?? {};
  const texts = { id, version, title, place, details, colour, isShared };
  if (when && 'startsAt' in when) {
    const [from, to] = [clockAt(when.startsAt, timeZone), clockAt(when.endsAt, timeZone)];
    const days = { firstDay: asDay(from.day), lastDay: asDay(to.day) };
    const times = { startTime: timeOfDay(from.minutes), endTime: timeOfDay(to.minutes) };
    return { ...texts, ...days, ...times, isAllDay: false };
  }
  return {
    ...texts,
    isAllDay: when !== undefined,
    firstDay: asDay(when?.firstDay ?? day),
    lastDay: asDay(when?.lastDay ?? day),
    startTime: '09:00',
    endTime: '10:00',
  };
}

const [firstColour] = tagColours;
/** Widens the type, since a form's field may be empty. */
const asDay = (day: string): string | null => day;

function whenOf(values: Values, timeZone: string): EventTime | null {
  const { isAllDay, firstDay, lastDay, startTime, endTime } = values;
  if (firstDay === null || lastDay === null) return null;
  if (isAllDay) return { firstDay, lastDay };
  if (!isTime(startTime) || !isTime(endTime)) return null;
  return {
    startsAt: instantIn(timeZone, firstDay, startTime),
    endsAt: instantIn(timeZone, lastDay, endTime),
  };
}

function isUpsideDown(when: EventTime): boolean {
  return 'startsAt' in when ? when.startsAt > when.endsAt : when.firstDay > when.lastDay;
}
