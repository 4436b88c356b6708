import { readOdsStyles, type OdsStyles } from './ods-styles.ts';
import { ignoredElements, OdsSheetReader } from './ods-sheet.ts';
import type { DateSystem } from './serial-days.ts';
import type { Sheet, Workbook } from './workbook.ts';
import { readXml, walkXml } from './xml-events.ts';
import { WORKBOOK_PARTS_MAX } from '@bursar/contracts/intake/tape-limits';
import { beyond } from './findings.ts';
import type { ZipParts } from './zip-parts.ts';

const CONTENT = 'content.xml';

/** Opens an OpenDocument spreadsheet (ODF 1.3, part 3); null if the archive is none. */
export async function openOds(parts: ZipParts): Promise<Workbook | null> {
  if (!parts.has(CONTENT) || !parts.has('META-INF/manifest.xml')) return null;
  const styles = await readOdsStyles(parts, ['styles.xml', CONTENT]);
  const { sheets, dateSystem } = await readStructure(parts, styles);
  return {
    format: 'ods',
    dateSystem,
    sheets,
    rowsOf(position) {
      const reader = new OdsSheetReader(position, styles);
      return readXml(parts.read(CONTENT), reader, () => reader.takeRows());
    },
  };
}

async function readStructure(parts: ZipParts, styles: OdsStyles) {
  const sheets: Sheet[] = [];
  let dateSystem: DateSystem = 1900;
  let ignored = 0;
  await walkXml(parts.read(CONTENT), {
    open(name, attributes) {
      if (ignoredElements.has(name) || ignored > 0) ignored += 1;
      if (ignored > 0) return;
      if (name === 'null-date' && attributes['table:date-value']?.startsWith('1904-')) {
        dateSystem = 1904;
      }
      if (name !== 'table') return;
      if (sheets.length >= WORKBOOK_PARTS_MAX) {
        throw beyond('workbook_has_too_many_parts', WORKBOOK_PARTS_MAX);
      }
      const { 'table:name': title = '', 'table:style-name': style = '' } = attributes;
      sheets.push({ name: title, isHidden: styles.hiddenTables.has(style) });
    },
    close() {
      if (ignored > 0) ignored -= 1;
    },
    text: () => undefined,
  });
  return { sheets, dateSystem };
}
