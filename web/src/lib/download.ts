import type { Endpoint, InputOf } from '@bursar/contracts/endpoint';
import { UNPRINTABLE_HEADER } from '@bursar/contracts/unprintable-header';
import { failureOf, sendCall } from './api-client.ts';
import { shownCharacters } from './shown-characters.ts';
import { reportToUser } from './user-reports.ts';

/**
 * Downloads a file from the API under the name that the server gives it.
 * Throws an `ApiFailure` as `callApi` does. The frame names the characters that the file cannot show.
 */
export async function downloadFile<E extends Endpoint>(
  key: E['key'],
  input: Pick<InputOf<E>, Extract<keyof InputOf<E>, 'params' | 'query' | 'body'>>,
): Promise<void> {
  const response = await sendCall(key, input);
  if (!response.ok) throw failureOf(response, await response.json().catch(() => undefined));
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = fileNameOf(response);
  link.click();
  URL.revokeObjectURL(address);
  const unprintable = decodeURIComponent(response.headers.get(UNPRINTABLE_HEADER) ?? '');
  if (unprintable !== '') {
    reportToUser({ kind: 'unprintable', characters: shownCharacters(Array.from(unprintable)) });
  }
}

function fileNameOf(response: Response): string {
  const disposition = response.headers.get('content-disposition') ?? '';
  return /filename="([^"]+)"/.exec(disposition)?.[1] ?? '';
}
