import { z } from 'zod';

/**
 * The version of the backup format. A backup is one gzip stream of JSON lines. A `bytes` line is
 * followed by that many raw bytes of COPY text for the last named table; a `file` line by the
 * document's bytes. docs/decisions/0060 has an example.
 */
export const FORMAT = 1;

const count = z.int().nonnegative();
const name = z.string().min(1).max(200);
const digest = z.string().regex(/^[0-9a-f]{64}$/);
// A file's path is built from these, so they must not allow path traversal.
const uuid = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

/** The folders with files stored outside the database. */
export const fileFolders = ['documents', 'chats', 'mail'] as const;
export type FileFolder = (typeof fileFolders)[number];

const file = { folder: z.enum(fileFolders), portfolioId: uuid, id: uuid };

const headLine = z.object({
  line: z.literal('head'),
  format: z.literal(FORMAT),
  takenAt: z.iso.datetime(),
  /** The major version of the PostgreSQL that wrote the rows. */
  postgres: count,
  migrations: z.array(z.object({ name, checksum: digest })),
  tables: z.array(name),
});

export const backupLine = z.discriminatedUnion('line', [
  headLine,
  z.object({ line: z.literal('table'), name, columns: z.array(name).min(1) }),
  z.object({ line: z.literal('bytes'), bytes: count }),
  /** Has the counts and the digest of all bytes of the table; one line of COPY text is one row. */
  z.object({ line: z.literal('table-end'), rows: count, bytes: count, sha256: digest }),
  z.object({
    line: z.literal('sequence'),
    name,
    lastValue: z.string().regex(/^-?\d+$/),
    isCalled: z.boolean(),
  }),
  /** Everything after this line is stored outside the database. */
  z.object({ line: z.literal('database-end'), tables: count, rows: count }),
  z.object({ line: z.literal('file'), ...file, bytes: count, sha256: digest }),
  /** A row names this file, but its bytes were missing or different at backup time. */
  z.object({ line: z.literal('lost-file'), ...file }),
  /** Digest over all earlier lines, which contain the digests of everything else. */
  z.object({ line: z.literal('end'), files: count, fileBytes: count, sha256: digest }),
]);

export type BackupLine = z.infer<typeof backupLine>;
export type LineOf<Kind extends BackupLine['line']> = Extract<BackupLine, { line: Kind }>;
export type BackupHead = LineOf<'head'>;

export type BackupSums = {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  readonly fileBytes: number;
  readonly lostFiles: number;
};

/**
 * The reason why a backup or restore is refused. The commands of this folder catch it and return
 * its message.
 */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

const NEWLINE = 0x0a;

/**
 * Counts the rows of COPY text. Line ends within values are escaped, so each newline ends a row.
 */
export function countRows(text: Buffer): number {
  let rows = 0;
  for (let at = text.indexOf(NEWLINE); at !== -1; at = text.indexOf(NEWLINE, at + 1)) rows += 1;
  return rows;
}
