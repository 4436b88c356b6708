import { inflateSync } from 'node:zlib';
import { logoLimits } from '@bursar/contracts/control/company-logo';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
/**
 * Number of samples per pixel by colour type: grey, colour, palette, grey and colour with
 * transparency.
 */
const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * Returns whether a file is a PNG that PDFs can draw. Every row is unpacked here, because a broken
 * row would otherwise only fail when a document is written. Interlaced files are refused; browsers
 * do not create them.
 */
export function isDrawablePng(file: Buffer): boolean {
  if (!file.subarray(0, 8).equals(signature)) return false;
  const chunks = readChunks(file.subarray(8));
  const head = chunks?.[0];
  if (!chunks || head?.type !== 'IHDR' || head.data.length !== 13) return false;
  const [width, height] = [head.data.readUInt32BE(0), head.data.readUInt32BE(4)];
  const [depth = 0, colour = 0, , , interlace] = head.data.subarray(8);
  const samples = samplesOf[colour];
  const isFit =
    width >= 1 && height >= 1 && width <= logoLimits.width && height <= logoLimits.height;
  if (!isFit || samples === undefined || depth !== 8 || interlace !== 0) return false;
  if (colour === 3 && !chunks.some(({ type }) => type === 'PLTE')) return false;
  const packed = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data);
  const bytes = (width * samples + 1) * height;
  try {
    return inflateSync(Buffer.concat(packed), { maxOutputLength: bytes }).length === bytes;
  } catch {
    return false;
  }
}

type Chunk = { readonly type: string; readonly data: Buffer };

/** Returns null if the file ends before its last chunk. */
function readChunks(bytes: Buffer): readonly Chunk[] | null {
  const chunks: Chunk[] = [];
  for (let at = 0; at + 12 <= bytes.length;) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length) return null;
    const type = bytes.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: bytes.subarray(at + 8, end) });
    if (type === 'IEND') return chunks;
    at = end + 4;
  }
  return null;
}
