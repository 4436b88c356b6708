import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';

export type XmlHandlers = {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly close: (name: string) => void;
  readonly text: (text: string) => void;
};

/**
 * Reads XML a chunk at a time; `afterChunk` runs between chunks and may hand on what was gathered.
 * Names come without their prefix: some writers put every element of a workbook under `x:`.
 * The parser resolves no entities of a document's own, so nothing can be smuggled in by them.
 */
export async function* readXml<T>(
  bytes: AsyncIterable<Buffer>,
  handlers: XmlHandlers,
  afterChunk: () => readonly T[],
): AsyncGenerator<T> {
  const parser = new SaxesParser({ xmlns: false });
  let broken: Error | undefined;
  parser.on('error', (error) => (broken ??= error));
  parser.on('opentag', (tag) => handlers.open(localName(tag.name), tag.attributes));
  parser.on('closetag', (tag) => handlers.close(localName(tag.name)));
  parser.on('text', handlers.text);
  parser.on('cdata', handlers.text);
  const decoder = new TextDecoder('utf-8');
  for await (const chunk of bytes) {
    parser.write(decoder.decode(chunk, { stream: true }));
    if (broken) throw broken;
    yield* afterChunk();
  }
  parser.close();
  if (broken) throw broken;
  yield* afterChunk();
}

/** Reads a small document to its end. */
export async function walkXml(bytes: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  for await (const nothing of readXml<never>(bytes, handlers, () => [])) return nothing;
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}
