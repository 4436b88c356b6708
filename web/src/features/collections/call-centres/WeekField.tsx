import type { CallInputs, CallSpan } from '@bursar/contracts/collections/call-centres';
import { weekdays } from '@bursar/contracts/choices';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContractForm } from '../../../lib/contract-form.ts';
import { weekdayName } from '../../../lib/weekday-name.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { TimeField } from '../../../ui/form/TimeField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { Switch } from '../../../ui/switch/Switch.tsx';
import classes from './WeekField.module.css';

/** The default hours of a working day. */
export const usualHours: CallSpan = { opensAt: '09:00', closesAt: '17:00' };

type WeekFieldProps = { readonly form: ContractForm<CallInputs['preset']> };

/**
 * The opening hours of each weekday, which can also be closed. Monday's hours can be copied to all
 * days.
 */
export function WeekField({ form }: WeekFieldProps) {
  const { t } = useTranslation('call-centres');
  const { hours } = form.values;
  const { id, error } = form.controlProps('hours');
  const errorId = useId();
  const [monday = null] = hours;
  const changeDay = (place: number, span: CallSpan | null) =>
    form.change({ hours: hours.map((one, at) => (at === place ? span : one)) });
  return (
    <Stack
      as="fieldset"
      gap={3}
      id={id}
      tabIndex={-1}
      aria-describedby={error ? errorId : undefined}
    >
      <legend className="unseen">{t('section.hours')}</legend>
      <div>
        {/* Screen readers hear the label of each field instead. */}
        <div aria-hidden="true" className={classes.head}>
          <span>{t('field.day')}</span>
          <span>{t('field.opensAt')}</span>
          <span>{t('field.closesAt')}</span>
        </div>
        {weekdays.map((weekday, place) => (
          <DayRow
            key={weekday}
            weekday={weekday}
            span={hours[place] ?? null}
            controlProps={(time) => form.controlProps(`hours.${place}.${time}`)}
            onChange={(span) => changeDay(place, span)}
          />
        ))}
      </div>
      {error && (
        <Text id={errorId} tone="late" size="caption">
          {error}
        </Text>
      )}
      <div>
        <Button
          size="compact"
          disabled={monday === null}
          onClick={() => form.change({ hours: hours.map(() => monday) })}
        >
          {t('field.copyMonday')}
        </Button>
      </div>
    </Stack>
  );
}

type DayRowProps = {
  readonly weekday: number;
  readonly span: CallSpan | null;
  readonly controlProps: (time: keyof CallSpan) => { id: string; error: string | undefined };
  readonly onChange: (span: CallSpan | null) => void;
};

function DayRow({ weekday, span, controlProps, onChange }: DayRowProps) {
  const { t } = useTranslation('call-centres');
  const { locale } = useFormat().settings;
  const day = weekdayName(locale, weekday, 'long');
  return (
    <div role="group" aria-label={day} className={classes.day}>
      <span className={classes.name}>
        <Switch
          label={t('field.openOn', { day })}
          checked={span !== null}
          onChange={(isOpen) => onChange(isOpen ? usualHours : null)}
        />
        <span aria-hidden="true">{day}</span>
      </span>
      {span ? (
        (['opensAt', 'closesAt'] as const).map((time) => (
          <TimeField
            key={time}
            {...controlProps(time)}
            label={t(`field.${time}`)}
            isLabelHidden
            required
            value={span[time]}
            onChange={(value) => onChange({ ...span, [time]: value })}
          />
        ))
      ) : (
        <Text tone="muted" className={classes.closed}>
          {t('field.closed')}
        </Text>
      )}
    </div>
  );
}
