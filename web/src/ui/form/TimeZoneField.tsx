import { useMemo } from 'react';
import type { FieldProps } from './field.ts';
import { SelectField } from './SelectField.tsx';

type TimeZoneFieldProps = Omit<FieldProps, 'required'> & {
  readonly value: string | null;
  readonly onChange: (timeZone: string | null) => void;
  /** What no time zone of one’s own means; without it one has to be chosen. */
  readonly noneLabel?: string;
};

/** One of the time zones that this browser knows, found by typing. */
export function TimeZoneField({
  value: timeZone,
  onChange,
  noneLabel,
  ...field
}: TimeZoneFieldProps) {
  const options = useMemo(() => {
    // What is already chosen stays to be chosen, even where this browser does not list it.
    const names = new Set([
      ...(timeZone === null ? [] : [timeZone]),
      'UTC',
      // Some browsers also list names such as EST5EDT and Etc/GMT+5, which the server refuses.
      ...Intl.supportedValuesOf('timeZone').filter((name) => /^(?!Etc\/).+\//.test(name)),
    ]);
    const known = [...names].toSorted().map((name) => ({ value: name, label: name }));
    return noneLabel === undefined ? known : [{ value: none, label: noneLabel }, ...known];
  }, [timeZone, noneLabel]);
  return (
    <SelectField
      {...field}
      options={options}
      value={timeZone ?? (noneLabel === undefined ? null : none)}
      onChange={(chosen) => onChange(chosen === none ? null : chosen)}
      required
    />
  );
}

/** No name of a time zone. */
const none = '-';
