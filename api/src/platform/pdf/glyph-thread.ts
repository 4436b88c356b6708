import { answerTasks } from '../ask-thread.ts';
import { unprintableIn } from './faces.ts';

answerTasks(async (texts: readonly string[]) => texts.map(unprintableIn));
