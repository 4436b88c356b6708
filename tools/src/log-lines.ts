import type { Settings } from '@bursar/api/platform/settings';

export type LogLines = {
  /** The stream of the server's log; if absent, the log goes to standard output as JSON. */
  readonly stream?: NodeJS.WritableStream;
  /** Prints a sentence for the operator in the same format. */
  readonly say: (text: string) => void;
};

/**
 * Returns the log stream and the print function of a server, which share one format. The format
 * `auto` is text on a terminal, otherwise one JSON object per line.
 */
export async function openLogLines(format: Settings['logFormat']): Promise<LogLines> {
  const isText = format === 'text' || (format === 'auto' && process.stdout.isTTY);
  if (!isText) return { say: (text) => console.log(jsonLines(INFO, text)) };
  // Loaded only here, because containers and services write JSON.
  const { default: pretty } = await import('pino-pretty');
  return {
    stream: pretty({ colorize: process.stdout.isTTY, ignore: 'pid,hostname', sync: true }),
    say: (text) => console.log(text),
  };
}

const INFO = 30;
const FATAL = 60;

/** Prints why a command ends, as JSON if the server printed JSON. */
export function reportEnd(message: string): void {
  const format = process.env['LOG_FORMAT'];
  const isText = format === 'text' || (format !== 'json' && process.stdout.isTTY);
  console.error(isText ? message : jsonLines(FATAL, message));
}

function jsonLines(level: number, text: string): string {
  const lines = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  const { pid } = process;
  return lines.map((msg) => JSON.stringify({ level, time: Date.now(), pid, msg })).join('\n');
}
