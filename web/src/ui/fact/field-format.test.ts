import { describe, expect, it } from 'vitest';
import { toSentence } from './field-format.ts';

describe('words that a tape brought', () => {
  it('lose their underscores and begin with a capital', () => {
    expect(toSentence('wedding_party')).toBe('Wedding party');
    expect(toSentence('équipement-agricole ')).toBe('Équipement agricole');
    expect(toSentence('')).toBe('');
  });
});
