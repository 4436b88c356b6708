import {
  CELL_CHARACTERS_MAX,
  WORKBOOK_CHARACTERS_MAX,
  WORKBOOK_PARTS_MAX,
} from '@bursar/contracts/intake/tape-limits';
import { beyond } from './findings.ts';
import { walkXml } from './xml-events.ts';
import type { ZipParts } from './zip-parts.ts';

export type SheetPlace = { readonly path: string; readonly dateSystem: 1900 | 1904 };

const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';
const SHARED_STRINGS = 'xl/sharedStrings.xml';

/** Memory of a text in addition to its characters; cells refer to it by number. */
const ROOM_OF_A_TEXT = 16;

/** Returns the path of the first sheet that is not hidden; null if the archive is no workbook. */
export async function readFirstSheet(parts: ZipParts): Promise<SheetPlace | null> {
  if (!parts.has(WORKBOOK)) return null;
  let relation: string | undefined;
  let dateSystem: 1900 | 1904 = 1900;
  await walkXml(parts.read(WORKBOOK), {
    open(name, attributes) {
      if (name === 'workbookPr' && isTrue(attributes['date1904'])) dateSystem = 1904;
      const isVisible = attributes['state'] === undefined || attributes['state'] === 'visible';
      if (name === 'sheet' && isVisible) relation ??= attributes['r:id'] ?? attributes['id'];
    },
    close: () => undefined,
    text: () => undefined,
  });
  const targets = await readRelations(parts);
  const path = targets.get(relation ?? '');
  return path !== undefined && parts.has(path) ? { path, dateSystem } : null;
}

async function readRelations(parts: ZipParts): Promise<ReadonlyMap<string, string>> {
  const targets = new Map<string, string>();
  await walkXml(parts.read(RELATIONS), {
    open(name, { Id, Target }) {
      if (name !== 'Relationship' || Id === undefined || Target === undefined) return;
      if (targets.size > WORKBOOK_PARTS_MAX) throw new RangeError('too many relations');
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
    close: () => undefined,
    text: () => undefined,
  });
  return targets;
}

/**
 * Reads the texts that cells refer to by number; joins runs of one text and omits phonetic guides.
 */
export async function readSharedStrings(parts: ZipParts): Promise<readonly string[]> {
  const texts: string[] = [];
  // A workbook with inline texts has no shared strings.
  if (!parts.has(SHARED_STRINGS)) return texts;
  let text = '';
  let characters = 0;
  let isText = false;
  let inReadingAid = false;
  const weigh = (further: number) => {
    characters += further;
    if (text.length > CELL_CHARACTERS_MAX) throw beyond('cell_too_long', CELL_CHARACTERS_MAX);
    if (characters > WORKBOOK_CHARACTERS_MAX) {
      throw beyond('workbook_has_too_much_text', WORKBOOK_CHARACTERS_MAX);
    }
  };
  await walkXml(parts.read(SHARED_STRINGS), {
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') inReadingAid = true;
      isText = name === 't' && !inReadingAid;
    },
    close(name) {
      isText = false;
      if (name === 'rPh') inReadingAid = false;
      if (name !== 'si') return;
      weigh(ROOM_OF_A_TEXT);
      texts.push(text);
    },
    text(part) {
      if (!isText) return;
      text += part;
      weigh(part.length);
    },
  });
  return texts;
}

function isTrue(flag: string | undefined): boolean {
  return flag === '1' || flag === 'true';
}
