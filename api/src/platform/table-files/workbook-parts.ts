import { posix } from 'node:path';
import {
  CELL_CHARACTERS_MAX,
  WORKBOOK_CHARACTERS_MAX,
  WORKBOOK_PARTS_MAX,
} from '@bursar/contracts/intake/tape-limits';
import { beyond } from './findings.ts';
import type { DateSystem } from './serial-days.ts';
import type { Sheet } from './workbook.ts';
import { walkXml } from './xml-events.ts';
import type { ZipParts } from './zip-parts.ts';

export type XlsxParts = {
  readonly dateSystem: DateSystem;
  readonly sheets: readonly (Sheet & { readonly path: string })[];
  /** The paths of these parts, whether or not the archive has them. */
  readonly sharedStrings: string;
  readonly styles: string;
};

/** Memory that each text takes in addition to its characters, counted as characters. */
const ROOM_OF_A_TEXT = 16;

/** Finds the parts of an XLSX workbook by their relations; null if the archive is no workbook. */
export async function readXlsxParts(parts: ZipParts): Promise<XlsxParts | null> {
  const [main] = (await readRelations(parts, '')).filter(({ type }) => type === 'officeDocument');
  const workbook = main?.path ?? 'xl/workbook.xml';
  if (!parts.has(workbook)) return null;
  const relations = await readRelations(parts, workbook);
  const sheets: (Sheet & { path: string })[] = [];
  let dateSystem: DateSystem = 1900;
  await walkXml(parts.read(workbook), {
    open(name, attributes) {
      if (name === 'workbookPr' && isTrue(attributes['date1904'])) dateSystem = 1904;
      if (name !== 'sheet') return;
      const id = relationOf(attributes);
      const target = relations.find((relation) => relation.id === id);
      // Charts and dialogs are separate sheets without rows.
      if (!target || /^(chart|dialog|macro)sheet/i.test(target.type)) return;
      if (!parts.has(target.path)) return;
      const { name: title = '', state = 'visible' } = attributes;
      sheets.push({ name: title, isHidden: state !== 'visible', path: target.path });
    },
    close: () => undefined,
    text: () => undefined,
  });
  const pathOf = (type: string, usual: string) =>
    relations.find((relation) => relation.type === type)?.path ?? usual;
  return {
    dateSystem,
    sheets,
    sharedStrings: pathOf('sharedStrings', 'xl/sharedStrings.xml'),
    styles: pathOf('styles', 'xl/styles.xml'),
  };
}

/** Returns the relationship id of a sheet, whatever prefix the file uses for its namespace. */
function relationOf(attributes: Readonly<Record<string, string>>): string | undefined {
  const named = Object.entries(attributes).find(([name]) => /^[^:]+:id$/.test(name));
  return named?.[1] ?? attributes['id'];
}

type Relation = { readonly id: string; readonly type: string; readonly path: string };

/** Reads the relationships of a part, or of the whole archive if the path is empty. */
async function readRelations(parts: ZipParts, part: string): Promise<readonly Relation[]> {
  const { dir, base } = posix.parse(part);
  const relations: Relation[] = [];
  const place = posix.join(dir, '_rels', `${base}.rels`);
  if (!parts.has(place)) return relations;
  await walkXml(parts.read(place), {
    open(name, { Id, Type = '', Target }) {
      if (name !== 'Relationship' || Id === undefined || Target === undefined) return;
      if (relations.length > WORKBOOK_PARTS_MAX) throw new RangeError('too many relations');
      const path = Target.startsWith('/') ? Target.slice(1) : posix.join(dir, Target);
      // Strict workbooks use other namespaces, which end in the same name.
      relations.push({ id: Id, type: Type.split('/').at(-1) ?? '', path });
    },
    close: () => undefined,
    text: () => undefined,
  });
  return relations;
}

/**
 * Reads the texts that cells refer to by number; joins runs of one text and omits phonetic guides.
 */
export async function readSharedStrings(parts: ZipParts, path: string): Promise<readonly string[]> {
  const texts: string[] = [];
  // A workbook with inline texts has no shared strings.
  if (!parts.has(path)) return texts;
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
  await walkXml(parts.read(path), {
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
