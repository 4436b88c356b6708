import { describe, expect, it } from 'vitest';
import { plainWords } from './fact-look.ts';

describe('words that a tape brought', () => {
  it('lose their underscores and begin with a capital', () => {
    expect(plainWords('wedding_party')).toBe('Wedding party');
    expect(plainWords('équipement-agricole ')).toBe('Équipement agricole');
    expect(plainWords('')).toBe('');
  });
});
