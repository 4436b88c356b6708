import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { migrationsFolder } from './migrate.ts';
import { checksumOf, digestOf, reworded } from './migration-checksum.ts';

const textOf = (name: string) => readFileSync(`${migrationsFolder}/${name}`, 'utf8');
const names = [...reworded.keys()];

describe('a migration whose comments were reworded', () => {
  it('has the checksum of its first text', () => {
    expect(names).not.toEqual([]);
    for (const name of names) {
      const text = textOf(name);
      expect(checksumOf(name, text), name).toBe(reworded.get(name)?.text);
      // Otherwise it needs no entry.
      expect(digestOf(text), name).not.toBe(reworded.get(name)?.text);
    }
  });

  it('has another checksum if its statements change as well', () => {
    const [name = ''] = names;
    const changed = `${textOf(name)}\nselect 1;\n`;
    expect(checksumOf(name, changed)).toBe(digestOf(changed));
  });

  it('has the same checksum with other line ends', () => {
    const [name = ''] = names;
    const text = textOf(name).replaceAll('\n', '\r\n');
    expect(checksumOf(name, text)).toBe(reworded.get(name)?.text);
  });
});
