import { createContext, useContext, useMemo } from 'react';
import type { ReactNode } from 'react';
import { createFormatters } from './formatters.ts';
import type { Formatters, FormatSettings } from './formatters.ts';

type FormatProviderProps = FormatSettings & { children: ReactNode };

/** Sets the locale, time zone and business date for every figure, day and instant below it. */
export function FormatProvider({ locale, timeZone, today, children }: FormatProviderProps) {
  const formatters = useMemo(
    () => createFormatters({ locale, timeZone, today }),
    [locale, timeZone, today],
  );
  return <FormatContext value={formatters}>{children}</FormatContext>;
}

export function useFormat(): Formatters {
  return useContext(FormatContext);
}

const FormatContext = createContext<Formatters>(
  createFormatters({ locale: 'en-GB', timeZone: 'UTC' }),
);
