import { builtInDisplay, displayOf, type NumberDisplay } from './number-display.ts';
import { beyond } from './findings.ts';
import { walkXml } from './xml-events.ts';
import type { ZipParts } from './zip-parts.ts';

/** Maximum number of styles, more than any workbook can have (the limit of Excel is 65,490). */
const STYLES_MAX = 100_000;

/** Reads the display formats of numbers, by the style of a cell. */
export async function readNumberDisplays(
  parts: ZipParts,
  path: string,
): Promise<readonly NumberDisplay[]> {
  if (!parts.has(path)) return [];
  const codes = new Map<number, string>();
  const formats: number[] = [];
  let isInCellFormats = false;
  await walkXml(parts.read(path), {
    open(name, { numFmtId, formatCode }) {
      if (name === 'cellXfs') isInCellFormats = true;
      if (name === 'numFmt' && formatCode !== undefined) codes.set(Number(numFmtId), formatCode);
      if (name === 'xf' && isInCellFormats) formats.push(Number(numFmtId ?? 0));
      if (Math.max(codes.size, formats.length) > STYLES_MAX) {
        throw beyond('workbook_has_too_many_parts', STYLES_MAX);
      }
    },
    close(name) {
      if (name === 'cellXfs') isInCellFormats = false;
    },
    text: () => undefined,
  });
  const displays = new Map<number, NumberDisplay>();
  return formats.map((id) => {
    const code = codes.get(id);
    const display = displays.get(id) ?? (code === undefined ? builtInDisplay(id) : displayOf(code));
    displays.set(id, display);
    return display;
  });
}
