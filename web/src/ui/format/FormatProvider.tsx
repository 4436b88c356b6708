import { createContext, useContext, useMemo } from 'react';
import type { ReactNode } from 'react';
import { createFormatters } from './formatters.ts';
import type { Formatters } from './formatters.ts';

type FormatProviderProps = { locale: string; timeZone: string; children: ReactNode };

/** Gives every figure, day and instant below it one locale and the portfolio's time zone. */
export function FormatProvider({ locale, timeZone, children }: FormatProviderProps) {
  const formatters = useMemo(() => createFormatters({ locale, timeZone }), [locale, timeZone]);
  return <FormatContext value={formatters}>{children}</FormatContext>;
}

/** The formatters of the nearest `FormatProvider`. */
export function useFormat(): Formatters {
  return useContext(FormatContext);
}

const FormatContext = createContext<Formatters>(
  createFormatters({ locale: 'en-GB', timeZone: 'UTC' }),
);
