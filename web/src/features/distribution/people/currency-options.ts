import { CURRENCY_CODES } from '@bursar/loan-maths/money';
import { useMemo } from 'react';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';

/** All currencies of loans, by code and by name in the reader’s language. */
export function useCurrencyOptions() {
  const { locale } = useFormat().settings;
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'currency', fallback: 'none' });
    return CURRENCY_CODES.map((code) => {
      const name = names.of(code);
      return { value: code, label: name === undefined ? code : `${code} · ${name}` };
    });
  }, [locale]);
}
