import { useMemo } from 'react';
import type { FieldProps } from './field.ts';
import { SelectField } from './SelectField.tsx';

type TimeZoneFieldProps = Omit<FieldProps, 'required'> & {
  readonly value: string | null;
  readonly onChange: (timeZone: string | null) => void;
  /** The label of the option without a time zone; if left out, a time zone is required. */
  readonly noneLabel?: string;
};

/** A choice of the time zones that this browser knows, searched by typing. */
export function TimeZoneField({
  value: timeZone,
  onChange,
  noneLabel,
  ...field
}: TimeZoneFieldProps) {
  const options = useMemo(() => {
    // The current time zone stays in the list even if this browser does not know it.
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

/** The value of the option without a time zone. */
const none = '-';
