import { createHash } from 'node:crypto';
import {
  countRows,
  type BackupLine,
  type BackupSums,
  type FileFolder,
  type LineOf,
} from './backup-lines.ts';

export type LineWriter = ReturnType<typeof startLines>;

export function startLines() {
  const digest = createHash('sha256');
  const sums = { tables: 0, rows: 0, files: 0, fileBytes: 0, lostFiles: 0 };

  function write(line: BackupLine): Buffer {
    const text = Buffer.from(`${JSON.stringify(line)}\n`);
    digest.update(text);
    return text;
  }

  async function* writeTable(
    table: { readonly name: string; readonly columns: readonly string[] },
    pieces: AsyncIterable<Buffer>,
  ): AsyncGenerator<Buffer> {
    yield write({ line: 'table', name: table.name, columns: [...table.columns] });
    const whole = createHash('sha256');
    let [rows, bytes] = [0, 0];
    for await (const piece of pieces) {
      whole.update(piece);
      rows += countRows(piece);
      bytes += piece.length;
      yield write({ line: 'bytes', bytes: piece.length });
      yield piece;
    }
    yield write({ line: 'table-end', rows, bytes, sha256: whole.digest('hex') });
    sums.tables += 1;
    sums.rows += rows;
  }

  function* writeFile(
    place: Pick<LineOf<'file'>, 'portfolioId' | 'id'> & { readonly folder: FileFolder },
    content: Buffer | null,
  ): Generator<Buffer> {
    if (content === null) {
      sums.lostFiles += 1;
      yield write({ line: 'lost-file', ...place });
      return;
    }
    const sha256 = createHash('sha256').update(content).digest('hex');
    yield write({ line: 'file', ...place, bytes: content.length, sha256 });
    yield content;
    sums.files += 1;
    sums.fileBytes += content.length;
  }

  return {
    write,
    writeTable,
    writeFile,
    endDatabase: () => write({ line: 'database-end', tables: sums.tables, rows: sums.rows }),
    end: () => {
      const { files, fileBytes } = sums;
      return write({ line: 'end', files, fileBytes, sha256: digest.copy().digest('hex') });
    },
    sums: (): BackupSums => ({ ...sums }),
  };
}
