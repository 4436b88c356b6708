import { z } from 'zod';

/**
 * A backup is one gzip stream of lines of JSON. After `bytes` follow that many bytes as they are:
 * a piece of what PostgreSQL's COPY wrote of the table last named, in its text format. After `file`
 * follow the bytes of that document. docs/decisions/0060 has an example.
 */
export const FORMAT = 1;

const count = z.int().nonnegative();
const name = z.string().min(1).max(200);
const digest = z.string().regex(/^[0-9a-f]{64}$/);
// A file's place is made of these: nothing of a path may come in by them.
const uuid = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

/** The folders that hold bytes beside the database. */
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
  /** Of all bytes of the table; a line of COPY's text is a row. */
  z.object({ line: z.literal('table-end'), rows: count, bytes: count, sha256: digest }),
  z.object({
    line: z.literal('sequence'),
    name,
    lastValue: z.string().regex(/^-?\d+$/),
    isCalled: z.boolean(),
  }),
  /** What follows lies beside the database. */
  z.object({ line: z.literal('database-end'), tables: count, rows: count }),
  z.object({ line: z.literal('file'), ...file, bytes: count, sha256: digest }),
  /** The row says that it is there, and its bytes were gone or others when the backup was taken. */
  z.object({ line: z.literal('lost-file'), ...file }),
  /** Its digest is of all lines before it, which themselves have those of everything else. */
  z.object({ line: z.literal('end'), files: count, fileBytes: count, sha256: digest }),
]);

export type BackupLine = z.infer<typeof backupLine>;
export type LineOf<Kind extends BackupLine['line']> = Extract<BackupLine, { line: Kind }>;
export type BackupHead = LineOf<'head'>;

/** What a backup holds. */
export type BackupSums = {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  readonly fileBytes: number;
  readonly lostFiles: number;
};

/** Thrown within this folder only; who takes, checks or restores a backup answers its sentence. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

const NEWLINE = 0x0a;

/** COPY's text writes a line end within a value as two other characters. */
export function countRows(text: Buffer): number {
  let rows = 0;
  for (let at = text.indexOf(NEWLINE); at !== -1; at = text.indexOf(NEWLINE, at + 1)) rows += 1;
  return rows;
}
