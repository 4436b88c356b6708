import { brotliCompressSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** What a page may spend on schedules and allocation, as Brotli bytes. */
export const LOAN_MATHS_BYTES_MAX = 12 * 1024;

/**
 * The Brotli size of what every page with a loan needs of the loan maths: `buildSchedule` and `allocatePayment`, bundled
 * and minified from source.
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
