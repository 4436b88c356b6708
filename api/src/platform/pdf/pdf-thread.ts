import { answerTasks } from '../ask-thread.ts';
import { unprintableIn } from './faces.ts';
import { renderPdf } from './render-pdf.ts';
import type { PdfResult, PdfTask } from './write-pdf.ts';

answerTasks(async (task: PdfTask): Promise<PdfResult> => {
  if ('texts' in task) return { unprintable: task.texts.map(unprintableIn) };
  return { pdf: await renderPdf(task.contents) };
});
