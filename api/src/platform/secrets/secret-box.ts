import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/**
 * Encrypts secrets, so that a copy of the database does not reveal them. Callers never see the key.
 */
export type SecretBox = {
  /** `owner` is bound to the ciphertext, which cannot be opened for another owner. */
  readonly seal: (secret: Buffer, owner: string) => Buffer;
  /** Returns null if the key or the owner differs, or if the data was tampered with. */
  readonly open: (sealed: Buffer, owner: string) => Buffer | null;
};

export const KEY_BYTES = 32;
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts with AES-256-GCM; the result is the nonce, the ciphertext and the tag, concatenated. */
export function secretBox(key: Buffer): SecretBox {
  return {
    seal: (secret, owner) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(owner));
      return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
    },
    open: (sealed, owner) => {
      if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(owner))
        .setAuthTag(sealed.subarray(-TAG_BYTES));
      const opened = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
      try {
        return Buffer.concat([opened, decipher.final()]);
      } catch {
        return null;
      }
    },
  };
}
