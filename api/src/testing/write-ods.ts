import { zip } from './write-workbook.ts';

export type OdsOptions = {
  /** The XML of the rows and columns of each table, by table name. */
  readonly tables: Readonly<Record<string, string>>;
  /** The XML of the automatic styles. */
  readonly styles?: string;
  readonly nullDate?: string;
};

/** Writes an OpenDocument spreadsheet from the XML of its tables. */
export function writeOds({ tables, styles = '', nullDate = '1899-12-30' }: OdsOptions): Buffer {
  const names = ['office', 'style', 'text', 'table', 'number', 'calcext', 'draw', 'dc'];
  const spaces = names.map((name) => ` xmlns:${name}="urn:${name}"`).join('');
  const sheets = Object.entries(tables).map(
    ([name, rows]) =>
      `<table:table table:name="${name}" table:style-name="${name}">${rows}</table:table>`,
  );
  return zip({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'META-INF/manifest.xml': '<manifest/>',
    'content.xml':
      `<office:document-content${spaces}><office:automatic-styles>${styles}</office:automatic-styles>` +
      `<office:body><office:spreadsheet><table:calculation-settings><table:null-date table:date-value="${nullDate}"/>` +
      `</table:calculation-settings>${sheets.join('')}</office:spreadsheet></office:body></office:document-content>`,
  });
}

export const odsText = (text: string, more = ''): string =>
  `<table:table-cell office:value-type="string"${more}><text:p>${text}</text:p></table:table-cell>`;

export const odsRow = (cells: readonly string[], more = ''): string =>
  `<table:table-row${more}>${cells.join('')}</table:table-row>`;
