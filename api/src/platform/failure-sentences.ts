import type { FailureCode } from '@bursar/contracts/failure-status';
import { failureSentences } from '@bursar/contracts/failure-sentences/failure-sentences';

type Details = Readonly<Record<string, string | number>>;

/** Returns the English sentence of a failure, for clients that do not write their own. */
export function failureSentence(code: FailureCode, details: Details = {}): string {
  const sentence = failureSentences[code];
  const counted =
    typeof sentence === 'string' ? sentence : sentence[details['count'] === 1 ? 'one' : 'other'];
  return counted.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(details[name] ?? whole));
}
