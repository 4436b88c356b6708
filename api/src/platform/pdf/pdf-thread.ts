import { answerTasks } from '../ask-thread.ts';
import { unprintableIn } from './faces.ts';
import { renderPdf } from './render-pdf.ts';
import type { PdfResult, PdfTask, PlainPdfContent } from './write-pdf.ts';

answerTasks(async ({ contents }: PdfTask): Promise<PdfResult> => ({
  file: await renderPdf(contents),
  unprintable: unprintableIn(contents.map(textsOf).join('\n')),
}));

/** Returns all texts of a document, also those of a part that is added to documents later. */
function textsOf({ logo: _logo, ...content }: PlainPdfContent): string {
  return JSON.stringify(content);
}
