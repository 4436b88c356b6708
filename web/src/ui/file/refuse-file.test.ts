import { describe, expect, it } from 'vitest';
import { refuseFile, spellBytes } from './refuse-file.ts';

const limits = { endings: ['.csv', '.xlsx'], largestBytes: 50_000_000 };

describe('a dropped file', () => {
  it('is accepted as a tape in any case of its extension', () => {
    expect(refuseFile({ name: 'Tape Q1.CSV', size: 4_200_000 }, limits)).toBeNull();
  });

  it.each([
    ['tape.pdf', 10, 'wrong_ending'],
    ['csv', 10, 'wrong_ending'],
    ['tape.csv', 0, 'empty'],
    ['tape.xlsx', 60_000_000, 'too_large'],
  ])('%s of %d bytes is refused: %s', (name, size, reason) => {
    expect(refuseFile({ name, size }, limits)).toBe(reason);
  });
});

describe('a file size', () => {
  it('is written in the unit that fits', () => {
    expect(spellBytes(0, 'en-GB')).toBe('0 bytes');
    expect(spellBytes(1, 'en-GB')).toBe('1 byte');
    expect(spellBytes(389, 'en-GB')).toBe('389 bytes');
    expect(spellBytes(389, 'ar-AE')).toBe('389 بايت');
    expect(spellBytes(4_230_000, 'en-GB')).toBe('4.2 MB');
  });
});
