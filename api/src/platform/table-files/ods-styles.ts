import { beyond } from './findings.ts';
import { displayOf, generalDisplay, type NumberDisplay } from './number-display.ts';
import { walkXml, type XmlHandlers } from './xml-events.ts';
import type { ZipParts } from './zip-parts.ts';

/** The display of the cells and tables in an OpenDocument spreadsheet. */
export type OdsStyles = {
  readonly displayOf: (cellStyle: string) => NumberDisplay;
  readonly hiddenTables: ReadonlySet<string>;
};

/** Maximum number of styles, which is more than any spreadsheet can have. */
const STYLES_MAX = 100_000;
/**
 * Maximum number of digit places in a format; a longer format adds only decimals or zeros that no
 * number has.
 */
const PLACES_MAX = 30;
const LITERAL_MAX = 100;

type CellStyle = { readonly format: string | undefined; readonly parent: string | undefined };
type Format = {
  code: string;
  /** The format of positive numbers, if `code` is for the other numbers. */
  positive: string | undefined;
};

/** Reads the number formats of cells. Later parts, such as the content part, take precedence. */
export async function readOdsStyles(parts: ZipParts, paths: readonly string[]): Promise<OdsStyles> {
  const reader = new StyleReader();
  for (const path of paths) if (parts.has(path)) await walkXml(parts.read(path), reader);
  const displays = new Map<string, NumberDisplay>();
  return {
    hiddenTables: reader.hiddenTables,
    displayOf(cellStyle) {
      const known = displays.get(cellStyle);
      if (known) return known;
      const display = reader.displayOf(cellStyle);
      displays.set(cellStyle, display);
      return display;
    },
  };
}

/** Translates the formats of ODF (part 3, 16.29) into format codes of other spreadsheets. */
class StyleReader implements XmlHandlers {
  readonly hiddenTables = new Set<string>();
  readonly #cells = new Map<string, CellStyle>();
  readonly #formats = new Map<string, Format>();
  #format: Format | null = null;
  #table: string | null = null;
  #literal: string | null = null;
  #isInBody = false;

  readonly open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (name === 'body') this.#isInBody = true;
    if (this.#isInBody) return;
    if (name === 'style') this.#openStyle(attributes);
    else if (name === 'table-properties' && this.#table !== null) {
      if (attributes['table:display'] === 'false') this.hiddenTables.add(this.#table);
    } else if (formatKinds.has(name)) this.#openFormat(attributes);
    else if (this.#format) this.#openPart(this.#format, name, attributes);
  };

  readonly text = (text: string): void => {
    if (this.#literal !== null) this.#literal = (this.#literal + text).slice(0, LITERAL_MAX);
  };

  readonly close = (name: string): void => {
    if (name === 'body') this.#isInBody = false;
    else if (name === 'style') this.#table = null;
    else if (formatKinds.has(name)) this.#closeFormat(name);
    else if (this.#format && this.#literal !== null) {
      const literal = this.#literal.replaceAll('"', '');
      if (name === 'currency-symbol') this.#format.code += `[$${literal.replaceAll(']', '')}]`;
      else if (literal !== '') this.#format.code += literal === '%' ? '%' : `"${literal}"`;
      this.#literal = null;
    }
  };

  displayOf(cellStyle: string): NumberDisplay {
    let name: string | undefined = cellStyle;
    // A style may inherit the format of its parents.
    for (let depth = 0; name !== undefined && depth < PARENTS_MAX; depth += 1) {
      const style: CellStyle | undefined = this.#cells.get(name);
      if (style?.format !== undefined) return this.#displayOfFormat(style.format);
      name = style?.parent;
    }
    return generalDisplay;
  }

  #displayOfFormat(name: string): NumberDisplay {
    const format = this.#formats.get(name);
    if (!format || format.code === '' || format.code === '#') return generalDisplay;
    const positive = this.#formats.get(format.positive ?? '');
    return displayOf(positive ? `${positive.code};${format.code}` : format.code);
  }

  #openStyle(attributes: Readonly<Record<string, string>>): void {
    const { 'style:name': name = '', 'style:family': family } = attributes;
    if (family === 'table') this.#table = name;
    if (family !== 'table-cell') return;
    const format = attributes['style:data-style-name'];
    this.#cells.set(name, { format, parent: attributes['style:parent-style-name'] });
    limit(this.#cells);
  }

  #openFormat({ 'style:name': name = '' }: Readonly<Record<string, string>>): void {
    this.#format = { code: '', positive: undefined };
    this.#formats.set(name, this.#format);
    limit(this.#formats);
  }

  #openPart(format: Format, name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'text' || name === 'currency-symbol') this.#literal = '';
    else if (name === 'number') format.code += digitsOf(attributes);
    else if (name === 'scientific-number') format.code += '0E+00';
    else if (name === 'map' && /^value\(\)>=?0$/.test(attributes['style:condition'] ?? '')) {
      format.positive = attributes['style:apply-style-name'];
    }
  }

  #closeFormat(kind: string): void {
    if (!this.#format) return;
    if (kind === 'date-style' || kind === 'time-style') this.#format.code = 'yyyy-mm-dd';
    if (kind === 'percentage-style' && !this.#format.code.includes('%')) this.#format.code += '%';
    this.#format = null;
    this.#literal = null;
  }
}

const formatKinds: ReadonlySet<string> = new Set([
  'number-style',
  'currency-style',
  'percentage-style',
  'date-style',
  'time-style',
]);
const PARENTS_MAX = 20;

/** Writes digits as "000000", "#,##0.00" or "#" for a general number. */
function digitsOf(attributes: Readonly<Record<string, string>>): string {
  const places = (name: string): number | undefined => {
    const stated = attributes[`number:${name}`];
    return stated === undefined
      ? undefined
      : Math.min(PLACES_MAX, Math.max(0, Number(stated) || 0));
  };
  const whole = places('min-integer-digits') ?? 1;
  const decimals = places('decimal-places');
  if (attributes['number:grouping'] === 'true') return `#,##0.${'0'.repeat(decimals ?? 0)}`;
  // A number without a declared number of decimals shows the decimals that it has.
  if (decimals === undefined && whole <= 1) return '#';
  return '0'.repeat(Math.max(1, whole)) + (decimals ? `.${'0'.repeat(decimals)}` : '');
}

function limit(styles: ReadonlyMap<string, unknown>): void {
  if (styles.size > STYLES_MAX) throw beyond('workbook_has_too_many_parts', STYLES_MAX);
}
