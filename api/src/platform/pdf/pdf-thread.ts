import { answerTasks } from '../ask-thread.ts';
import { renderPdf } from './render-pdf.ts';
import type { PdfResult, PdfTask } from './write-pdf.ts';

answerTasks(async ({ contents }: PdfTask): Promise<PdfResult> => ({
  pdf: await renderPdf(contents),
}));
