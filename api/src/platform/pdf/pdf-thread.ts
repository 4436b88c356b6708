import { answerTasks } from '../ask-thread.ts';
import { renderPdf } from './render-pdf.ts';

answerTasks(renderPdf);
