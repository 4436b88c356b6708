import type { Finding } from '@bursar/contracts/intake/imports';
import type { TFunction } from 'i18next';

type Worded = Pick<Finding, 'code' | 'value' | 'column' | 'details' | 'message'>;

/**
 * Translates a finding. Row and column are shown next to it; figures are quoted as in the tape. A
 * code unknown to this browser shows the server's English message.
 */
export function findingSentence(finding: Worded, t: TFunction<'imports'>): string {
  const { code, value, details } = finding;
  const values = {
    ...Object.fromEntries(Object.entries(details).map(([name, text]) => [name, isolate(text)])),
    value: isolate(value ?? ''),
  };
  return t(`finding.${variantOf(finding)}`, {
    ...values,
    ...(code === 'file_too_large' && megabytesOf(details)),
    ...(typeof details['limit'] === 'number' && { limit: limitOf(code, details['limit']) }),
    defaultValue: finding.message,
  });
}

/**
 * Returns the key of a finding's sentence. Some findings have several sentences; the details
 * decide.
 */
function variantOf({ code, value, column, details }: Worded): string {
  switch (code) {
    case 'file_not_a_table':
      return `${code}.${details['found'] ?? 'binary'}`;
    case 'column_unknown':
      if (column === '') return `${code}.nameless`;
      return details['meant'] === undefined ? `${code}.named` : `${code}.meant`;
    case 'value_missing':
      return value ? `${code}.stands` : `${code}.empty`;
    case 'value_not_a_date':
      return details['form'] === 'month' ? `${code}.month` : `${code}.day`;
    case 'value_out_of_range':
      if (details['max'] === undefined) return `${code}.from`;
      return details['decimals'] === undefined ? `${code}.between` : `${code}.decimals`;
    case 'status_contradicts_balance':
      return details['booked'] === undefined ? `${code}.owed` : `${code}.booked`;
    default:
      return code;
  }
}

function limitOf(code: Finding['code'], limit: number): string {
  const isBytes = code === 'workbook_unpacks_too_large' || code === 'archive_unpacks_too_large';
  return isolate((isBytes ? limit / 1_000_000 : limit).toLocaleString('en'));
}

function megabytesOf({ bytes, limitBytes }: Finding['details']) {
  const spell = (size: string | number | undefined) => (Number(size) / 1_000_000).toFixed(1);
  return { size: spell(bytes), limit: spell(limitBytes) };
}

/** Isolates text from a tape, which is left-to-right even inside a right-to-left sentence. */
function isolate(text: string | number): string {
  return `\u2066${text}\u2069`;
}
