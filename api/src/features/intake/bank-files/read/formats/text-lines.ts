import { notRecognised } from '../bank-line.ts';

/** Far above the longest line of any format; a longer one is not a bank statement. */
const LINE_MAX = 20_000;

/** Splits a text into lines, whatever their line ends, without holding the whole text in memory. */
export async function* linesIn(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of text) {
    const lines = (rest + piece).split(/\r\n|\n|\r(?=[^\n])/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.length > LINE_MAX) throw notRecognised();
      yield line;
    }
    if (rest.length > LINE_MAX) throw notRecognised();
  }
  yield rest.replace(/\r$/, '');
}
