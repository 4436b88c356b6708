import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { secretBox } from './secret-box.ts';

describe('the secret box', () => {
  const key = randomBytes(32);
  const box = secretBox(key);
  const secret = Buffer.from('12345678901234567890');
  const sealed = box.seal(secret, 'amira');

  it('opens a secret only for its account and with its key', () => {
    expect(box.open(sealed, 'amira')).toEqual(secret);
    expect(secretBox(Buffer.from(key)).open(sealed, 'amira')).toEqual(secret);
    expect(box.open(sealed, 'noor')).toBeNull();
    expect(secretBox(randomBytes(32)).open(sealed, 'amira')).toBeNull();
  });

  it('opens nothing that was changed by a bit or is too short', () => {
    for (const at of sealed.keys()) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(box.open(changed, 'amira'), `byte ${at}`).toBeNull();
    }
    expect(box.open(sealed.subarray(0, 27), 'amira')).toBeNull();
    expect(box.open(Buffer.alloc(0), 'amira')).toBeNull();
  });

  it('never seals the same way twice, and reveals neither secret nor key', () => {
    expect(sealed).toHaveLength(48);
    expect(box.seal(secret, 'amira')).not.toEqual(sealed);
    expect(sealed.includes(secret)).toBe(false);
    expect(inspect(box, { depth: 9, showHidden: true })).not.toContain(key.toString('hex', 0, 2));
  });
});
