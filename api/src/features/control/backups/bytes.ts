export type Bytes = ReturnType<typeof openBytes>;

/** No line of a backup is this long, so a longer one proves that the file is no backup. */
const LINE_BYTES_MAX = 16 * 2 ** 20;
const NEWLINE = 0x0a;

/** Reads lines and counted bytes from a stream in turn, holding one chunk in memory. */
export function openBytes(
  stream: AsyncIterable<Buffer>,
  /** Returns the error for a stream that ends within announced bytes. */
  cutOff: () => Error,
) {
  const source = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);

  /** Returns false at the end of the stream. */
  async function more(): Promise<boolean> {
    const next = await source.next();
    if (next.done === true) return false;
    rest = rest.length === 0 ? next.value : Buffer.concat([rest, next.value]);
    return true;
  }

  return {
    /**
     * Returns the line without its newline; null if the stream ends first or the line is too long.
     */
    line: async (): Promise<string | null> => {
      let from = 0;
      for (;;) {
        const end = rest.indexOf(NEWLINE, from);
        if (end !== -1) {
          const text = rest.toString('utf8', 0, end);
          rest = rest.subarray(end + 1);
          return text;
        }
        from = rest.length;
        if (rest.length > LINE_BYTES_MAX || !(await more())) return null;
      }
    },
    /** Yields the next `count` bytes in chunks. */
    take: async function* (count: number): AsyncGenerator<Buffer> {
      let missing = count;
      while (missing > 0) {
        if (rest.length === 0 && !(await more())) throw cutOff();
        const piece = rest.subarray(0, missing);
        rest = rest.subarray(piece.length);
        missing -= piece.length;
        yield piece;
      }
    },
    isAtEnd: async (): Promise<boolean> => rest.length === 0 && !(await more()),
  };
}
