import { openThread } from '../open-thread.ts';
import { displayOf } from './number-display.ts';
import { noTable } from './recognise-file.ts';
import { UnreadableTape } from './findings.ts';
import type { SheetRow } from './sheet-xml.ts';
import type { TapeBytes } from './tape-file.ts';
import type { Workbook } from './workbook.ts';
import type { XlsAnswer, XlsRead, XlsRow } from './xls-thread.ts';

/** Limits on the memory and time of reading one file. */
const HEAP_MEGABYTES = 512;
const SECONDS_MAX = 60;

/**
 * Opens an XLS workbook (BIFF 5 and 8). The library can only read a file as a whole, so a separate
 * thread reads it within these limits and returns the rows as compact text.
 */
export async function openXls({ fd, bytes }: TapeBytes): Promise<Workbook> {
  const { sheets, dateSystem, formats } = await readOnThread({ fd, bytes });
  const displays = formats.map(displayOf);
  return {
    format: 'xls',
    dateSystem,
    sheets,
    // A generator must be asynchronous to be read like the sheets of other workbooks.
    async *rowsOf(position): AsyncGenerator<SheetRow> {
      for (const text of sheets[position]?.rows ?? []) {
        // The thread wrote these rows.
        const rows = JSON.parse(Buffer.from(text).toString()) as readonly XlsRow[];
        for (const [number, isHidden, cells, formulas, styles] of rows) {
          const numbers = styles.map((style) => (style === null ? undefined : displays[style]));
          yield { number, cells, formulas, numbers, isHidden: isHidden === 1 };
        }
      }
    },
  };
}

async function readOnThread(file: TapeBytes): Promise<XlsRead> {
  const thread = openThread(import.meta.url, './xls-thread', {
    maxOldGenerationSizeMb: HEAP_MEGABYTES,
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    const answer = await new Promise<XlsAnswer>((resolve, reject) => {
      timer = setTimeout(() => reject(noTable('workbook-too-complex')), SECONDS_MAX * 1000);
      // Only `xls-thread.ts` sends these messages.
      thread.once('message', (message: XlsAnswer) => resolve(message));
      thread.once('error', (error) => reject(isOutOfMemory(error) ? tooComplex() : error));
      thread.once('exit', () => reject(new Error('the thread that reads XLS files ended')));
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage(file);
    });
    if (answer.kind === 'read') return answer.read;
    throw answer.kind === 'damaged'
      ? noTable('damaged-workbook')
      : new UnreadableTape(answer.finding);
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}

const tooComplex = () => noTable('workbook-too-complex');

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
