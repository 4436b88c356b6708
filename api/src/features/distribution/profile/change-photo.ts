import {
  PHOTO_BYTES_MAX,
  type ChangePhoto,
  type Profile,
} from '@bursar/contracts/distribution/profile';
import type { FailureOf } from '@bursar/contracts/endpoint';
import { recordAudit } from '../../../platform/audit.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { auditOf, type OwnAccount } from '../../access/accounts/own-account.ts';
import { deletePhoto, findProfile, upsertPhoto } from './profile.store.ts';

/**
 * Stores a photo that the browser has already reduced. Anything but a JPEG is refused, whatever its
 * file name.
 */
export async function changePhoto(
  database: Database,
  upload: AsyncIterable<Buffer>,
  own: OwnAccount,
): Promise<Outcome<Profile, FailureOf<ChangePhoto>>> {
  const content = await readUpload(upload);
  if (!content) return refuse('body_too_large', { details: { limit: '256 KB' } });
  if (!isJpeg(content)) return refuse('photo_not_jpeg');
  const { accountId, now } = own;
  return database.begin(async (transaction) => {
    await upsertPhoto(transaction, { accountId, content, at: now.toISOString() });
    const after = { bytes: content.length };
    await recordAudit(transaction, { ...auditOf(own, 'change-photo'), after });
    return succeed(await findProfile(transaction, accountId));
  });
}

export function removePhoto(database: Database, own: OwnAccount): Promise<Outcome<Profile, never>> {
  return database.begin(async (transaction) => {
    if (await deletePhoto(transaction, own.accountId)) {
      await recordAudit(transaction, auditOf(own, 'remove-photo'));
    }
    return succeed(await findProfile(transaction, own.accountId));
  });
}

/** Reads the whole upload, or returns null if it is larger than a photo may be. */
async function readUpload(upload: AsyncIterable<Buffer>): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of upload) {
    bytes += chunk.length;
    if (bytes > PHOTO_BYTES_MAX) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const startOfJpeg = Buffer.from([0xff, 0xd8, 0xff]);
const endOfJpeg = Buffer.from([0xff, 0xd9]);

function isJpeg(content: Buffer): boolean {
  return content.subarray(0, 3).equals(startOfJpeg) && content.subarray(-2).equals(endOfJpeg);
}
