import { describe, expect, it } from 'vitest';
import { rebaseValues } from './row-form.ts';

describe('values typed over a record that another user has changed', () => {
  const seen = { name: 'Noor', phone: '', tags: ['a'] };

  it('stay, and the other fields follow the record', () => {
    const typed = { ...seen, name: 'Noor K.' };
    const latest = { ...seen, phone: '+14155550123' };
    expect(rebaseValues(seen, typed, latest)).toEqual({
      values: { name: 'Noor K.', phone: '+14155550123', tags: ['a'] },
      contested: [],
    });
  });

  it('are contested if both users changed a field to different values', () => {
    const typed = { name: 'Noor K.', phone: '+14155550123', tags: ['a'] };
    const latest = { ...typed, name: 'Noor Khalil' };
    expect(rebaseValues(seen, typed, latest)).toEqual({ values: typed, contested: ['name'] });
  });

  it('do not include a list with equal content', () => {
    const typed = { ...seen, tags: ['a'] };
    const latest = { ...seen, tags: ['a', 'b'] };
    expect(rebaseValues(seen, typed, latest)).toEqual({ values: latest, contested: [] });
  });
});
