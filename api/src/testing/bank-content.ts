import type { FileAnswers } from '@bursar/contracts/intake/file-questions';
import { readBankFile } from '../features/intake/bank-files/read/read-bank-file.ts';
import { tapeFileOf } from './tape-files.ts';

type Options = { readonly currency: string; readonly answers?: FileAnswers };

/** Reads the content of a bank file: its lines, the questions it raises, or why it is refused. */
export async function readContent(content: string | Buffer, { currency, answers }: Options) {
  const file = await tapeFileOf(content);
  try {
    const outcome = await readBankFile(file, { currency, answers });
    if (!outcome.ok) return { refusal: outcome.refusal };
    if (!('lines' in outcome.value)) return { asked: outcome.value.questions };
    return { format: outcome.value.format, lines: outcome.value.lines };
  } finally {
    await file.handle.close();
  }
}
