import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { intlLocaleOf, useLanguage } from '../../lib/languages.ts';
import { sessionQuery } from '../../lib/session-query.ts';
import { FormatProvider } from '../../ui/format/FormatProvider.tsx';

/** Writes every figure and day below in the reader's locale and their time zone. */
export function SessionFormat({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const { data: session } = useQuery(sessionQuery);
  return (
    <FormatProvider
      locale={intlLocaleOf(language)}
      timeZone={session?.timeZone ?? session?.portfolio?.timeZone ?? 'UTC'}
      today={session?.portfolio?.businessDate}
    >
      {children}
    </FormatProvider>
  );
}
