import { TextDecoder } from 'node:util';
import { CELL_CHARACTERS_MAX } from '@bursar/contracts/intake/tape-limits';
import { SaxesParser } from 'saxes';
import { beyond } from './findings.ts';

/**
 * Maximum number of characters up to the next tag, which the parser buffers. It is far above the
 * longest cell text with every letter escaped.
 */
const BETWEEN_TAGS_MAX = 16 * CELL_CHARACTERS_MAX;
const DEPTH_MAX = 100;

export type XmlHandlers = {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly close: (name: string) => void;
  readonly text: (text: string) => void;
};

/**
 * Parses XML chunk by chunk; `afterChunk` runs after each chunk and returns what has been
 * collected. Namespace prefixes are dropped, because some programs prefix every element. The parser
 * expands no custom entities, which prevents injection.
 */
export async function* readXml<T>(
  bytes: AsyncIterable<Buffer>,
  handlers: XmlHandlers,
  afterChunk: () => readonly T[],
): AsyncGenerator<T> {
  const parser = new SaxesParser({ xmlns: false });
  let broken: Error | undefined;
  parser.on('error', (error) => (broken ??= error));
  let lastTagAt = 0;
  let depth = 0;
  parser.on('opentag', (tag) => {
    lastTagAt = parser.position;
    depth += 1;
    if (depth > DEPTH_MAX) throw new RangeError('the elements of a part lie too deep');
    handlers.open(localName(tag.name), tag.attributes);
  });
  parser.on('closetag', (tag) => {
    lastTagAt = parser.position;
    depth -= 1;
    handlers.close(localName(tag.name));
  });
  // None of the formats read here declares a document type, which could reference other files.
  parser.on('doctype', () => {
    throw new RangeError('the document declares a type');
  });
  parser.on('text', handlers.text);
  parser.on('cdata', handlers.text);
  const decoder = new TextDecoder('utf-8');
  for await (const chunk of bytes) {
    parser.write(decoder.decode(chunk, { stream: true }));
    if (broken) throw broken;
    if (parser.position - lastTagAt > BETWEEN_TAGS_MAX) {
      throw beyond('cell_too_long', CELL_CHARACTERS_MAX);
    }
    yield* afterChunk();
  }
  parser.close();
  if (broken) throw broken;
  yield* afterChunk();
}

export async function walkXml(bytes: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  for await (const nothing of readXml<never>(bytes, handlers, () => [])) return nothing;
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}
