import { describe, expect, it } from 'vitest';
import { rebaseValues } from './row-form.ts';

describe('what is typed over a row that somebody else has changed', () => {
  const seen = { name: 'Noor', phone: '', tags: ['a'] };

  it('stays, and the rest is taken over', () => {
    const typed = { ...seen, name: 'Noor K.' };
    const latest = { ...seen, phone: '+14155550123' };
    expect(rebaseValues(seen, typed, latest)).toEqual({
      values: { name: 'Noor K.', phone: '+14155550123', tags: ['a'] },
      contested: [],
    });
  });

  it('is contested where both have changed a field, unless to the same', () => {
    const typed = { name: 'Noor K.', phone: '+14155550123', tags: ['a'] };
    const latest = { ...typed, name: 'Noor Khalil' };
    expect(rebaseValues(seen, typed, latest)).toEqual({ values: typed, contested: ['name'] });
  });

  it('does not hold a list for typed that has the same in it', () => {
    const typed = { ...seen, tags: ['a'] };
    const latest = { ...seen, tags: ['a', 'b'] };
    expect(rebaseValues(seen, typed, latest)).toEqual({ values: latest, contested: [] });
  });
});
