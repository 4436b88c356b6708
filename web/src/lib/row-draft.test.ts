import { describe, expect, it } from 'vitest';
import { differs, rebaseDraft } from './row-draft.ts';

describe('a draft of a row that somebody else has changed', () => {
  const seen = { name: 'Noor', phone: '', language: 'en' };

  it('keeps what was typed and takes over the rest', () => {
    const typed = { ...seen, name: 'Noor K.' };
    const latest = { ...seen, phone: '+14155550123' };
    expect(rebaseDraft(seen, typed, latest)).toEqual({
      draft: { name: 'Noor K.', phone: '+14155550123', language: 'en' },
      contested: [],
    });
  });

  it('names the fields that both have changed, unless to the same', () => {
    const typed = { name: 'Noor K.', phone: '+14155550123', language: 'en' };
    const latest = { name: 'Noor Khalil', phone: '+14155550123', language: 'en' };
    expect(rebaseDraft(seen, typed, latest)).toEqual({ draft: typed, contested: ['name'] });
  });

  it('is unsaved while a field differs, and no longer when it was typed back', () => {
    expect(differs({ ...seen, phone: '1' }, seen)).toBe(true);
    expect(differs({ ...seen }, seen)).toBe(false);
  });
});
