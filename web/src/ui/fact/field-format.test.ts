import { describe, expect, it } from 'vitest';
import { toSentence } from './field-format.ts';

describe('a text value from a tape', () => {
  it('loses its underscores and starts with a capital', () => {
    expect(toSentence('wedding_party')).toBe('Wedding party');
    expect(toSentence('équipement-agricole ')).toBe('Équipement agricole');
    expect(toSentence('')).toBe('');
  });
});
