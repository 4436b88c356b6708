/** The progress of reading a CSV file. */
export type CsvReading = {
  readonly readBytes: number;
  readonly allBytes: number;
  readonly columns: readonly string[];
  /** The number of rows without the header. */
  readonly rows: number;
};

type Readable = Pick<File, 'size' | 'stream'>;

/**
 * Reads a CSV file in the browser piece by piece and reports its progress: memory does not grow
 * with the file. Line breaks inside quotes belong to their cell.
 */
export async function readCsv(
  file: Readable,
  onProgress: (reading: CsvReading) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  const reader = file.stream().getReader();
  const counted = { rows: 0, isQuoted: false, line: '', columns: noColumns };
  const take = (text: string) => {
    for (const sign of text) {
      if (sign === '"') counted.isQuoted = !counted.isQuoted;
      if (sign !== '\n' || counted.isQuoted) counted.line += sign;
      else endLine(counted);
    }
  };
  let readBytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    readBytes += part.value.byteLength;
    take(decoder.decode(part.value, { stream: true }));
    onProgress({ readBytes, allBytes: file.size, columns: counted.columns, rows: counted.rows });
  }
  take(`${decoder.decode()}\n`);
  onProgress({ readBytes, allBytes: file.size, columns: counted.columns, rows: counted.rows });
}

const noColumns: readonly string[] = [];

type Counted = { rows: number; line: string; columns: readonly string[] };

function endLine(counted: Counted): void {
  const line = counted.line.trim();
  counted.line = '';
  if (line === '') return;
  if (counted.columns.length > 0) counted.rows += 1;
  else counted.columns = line.split(/[,;\t]/).map((name) => name.replaceAll('"', '').trim());
}
