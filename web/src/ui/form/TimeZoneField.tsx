import { useMemo, useState } from 'react';
import { timeZoneCity, timeZoneText } from '../format/time-zone-text.ts';
import type { FieldProps } from './field.ts';
import { SelectField } from './SelectField.tsx';

type TimeZoneFieldProps = Omit<FieldProps, 'required'> & {
  readonly value: string | null;
  readonly onChange: (timeZone: string | null) => void;
  /** The label of the option without a time zone; if left out, a time zone is required. */
  readonly noneLabel?: string;
};

/**
 * A choice of the time zones that this browser knows, found by typing the city or the official name.
 */
export function TimeZoneField({
  value: timeZone,
  onChange,
  noneLabel,
  ...field
}: TimeZoneFieldProps) {
  const [isOpened, setOpened] = useState(false);
  const options = useMemo(() => {
    // The current time zone stays in the list even if this browser does not know it.
    const names = new Set([
      ...(timeZone === null ? [] : [timeZone]),
      'UTC',
      // Some browsers also list names such as EST5EDT and Etc/GMT+5, which the server refuses.
      ...Intl.supportedValuesOf('timeZone').filter((name) => /^(?!Etc\/).+\//.test(name)),
    ]);
    const now = new Date();
    // The differences from UTC of four hundred time zones take a noticeable time to calculate.
    const labelOf = (name: string) =>
      isOpened || name === timeZone ? timeZoneText(name, now) : timeZoneCity(name);
    const known = [...names]
      .map((name) => ({ value: name, label: labelOf(name), searchText: name }))
      .toSorted((one, other) => one.label.localeCompare(other.label));
    return noneLabel === undefined ? known : [{ value: none, label: noneLabel }, ...known];
  }, [timeZone, noneLabel, isOpened]);
  return (
    <SelectField
      {...field}
      options={options}
      value={timeZone ?? (noneLabel === undefined ? null : none)}
      onChange={(chosen) => onChange(chosen === none ? null : chosen)}
      onOpen={() => setOpened(true)}
      required
    />
  );
}

/** The value of the option without a time zone. */
const none = '-';
