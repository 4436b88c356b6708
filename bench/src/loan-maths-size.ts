import { brotliCompressSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The budget of a page for schedules and allocation, in Brotli bytes. */
export const LOAN_MATHS_BYTES_MAX = 12 * 1024;

/**
 * Returns the Brotli size of `buildSchedule` and `allocatePayment`, bundled and minified from
 * source for a browser.
 */
export async function measureLoanMathsBytes(): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: BROWSER_NEEDS, resolveDir: fileURLToPath(new URL('..', import.meta.url)) },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    conditions: ['source'],
  });
  return brotliCompressSync(outputFiles[0]?.contents ?? new Uint8Array()).length;
}

const BROWSER_NEEDS = `
  export { allocatePayment } from '@bursar/loan-maths/allocation';
  export { buildSchedule } from '@bursar/loan-maths/schedule';
`;
