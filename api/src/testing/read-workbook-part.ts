import { fromBuffer, type Entry, type ZipFile } from 'yauzl';

/** Reads one file inside a workbook as text. */
export async function readWorkbookPart(workbook: Buffer, path: string): Promise<string> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(workbook, { lazyEntries: true }, (error, opened) =>
      error ? reject(error) : resolve(opened),
    );
  });
  return new Promise((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', () => reject(new Error(`The workbook has no ${path}.`)));
    zip.on('entry', (entry: Entry) => {
      if (entry.fileName !== path) return zip.readEntry();
      return zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error);
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('error', reject);
        return stream.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
      });
    });
    zip.readEntry();
  });
}
