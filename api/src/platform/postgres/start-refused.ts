/** Thrown inside the launcher only; `startEmbeddedPostgres` returns its message. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

/** Turns a file system error into a sentence that an operator can act on. */
export function explainFileProblem(error: unknown, what: string): StartRefused {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reasons: Record<string, string> = {
    EACCES: 'this account has no permission there',
    EPERM: 'this account has no permission there',
    ENOSPC: 'the disk is full',
    EDQUOT: "this account's disk quota is used up",
    EROFS: 'the disk is read-only',
    ENOTDIR: 'a part of that path is a file, not a folder',
    EEXIST: 'a file of that name is in the way',
  };
  const reason = reasons[code] ?? (error instanceof Error ? error.message : String(error));
  return new StartRefused(`Bursar could not ${what}: ${reason}.`, { cause: error });
}
