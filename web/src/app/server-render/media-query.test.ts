import { describe, expect, it } from 'vitest';
import { widthMatches } from './media-query.ts';

describe('a media query on the server', () => {
  it.each([
    ['(width < 1024px)', 1023, true],
    ['(width < 1024px)', 1024, false],
    ['(width >= 64em)', 1024, true],
    ['(width >= 64em)', 1023, false],
    ['(max-width: 40em)', 640, true],
    ['(max-width: 40em)', 641, false],
    ['(min-width: 75em)', 1200, true],
    ['(prefers-color-scheme: dark)', 1440, false],
    ['(prefers-reduced-motion: reduce)', 390, false],
  ])('%s in a window of %i px: %s', (query, width, matches) => {
    expect(widthMatches(query, width)).toBe(matches);
  });

  it('is refused if it asks for something unknown', () => {
    expect(() => widthMatches('(height < 900px)', 1440)).toThrow('(height < 900px)');
  });
});
