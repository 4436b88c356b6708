import { describe, expect, it } from 'vitest';
import { matchingPeople, findOpenMention, mentionsIn, splitMentions } from './mentions.ts';

const amira = { id: 'a', name: 'Amira Nasser' };
const am = { id: 'b', name: 'Amira' };
const omar = { id: 'c', name: 'Omar Haddad' };
const people = [am, amira, omar];

describe('mentions in a note', () => {
  it('are the names after an @, each person once, and the longest match', () => {
    const text = 'Ask @Amira Nasser, then @Omar Haddad and @Amira Nasser again';
    expect(mentionsIn(text, people)).toEqual(['a', 'c']);
    expect(mentionsIn('@Amira only', people)).toEqual(['b']);
    expect(mentionsIn('Amira Nasser without a sign, a@b.example', people)).toEqual([]);
  });

  it('split the text without losing any of it', () => {
    const text = 'Hello @Omar Haddad!';
    const parts = splitMentions(text, people);
    expect(parts).toEqual([
      { text: 'Hello ', person: null },
      { text: '@Omar Haddad', person: omar },
      { text: '!', person: null },
    ]);
    expect(parts.map((part) => part.text).join('')).toBe(text);
  });

  it('start with an @ at the beginning of a word and end within the line', () => {
    expect(findOpenMention('Ask @am', 7)).toEqual({ from: 4, typed: 'am' });
    expect(findOpenMention('@', 1)).toEqual({ from: 0, typed: '' });
    expect(findOpenMention('mail a@b', 8)).toBeNull();
    expect(findOpenMention('@amira\nthen', 11)).toBeNull();
  });

  it('are found by any word of a name', () => {
    expect(matchingPeople(people, 'had')).toEqual([omar]);
    expect(matchingPeople(people, 'AMIRA N')).toEqual([amira]);
    expect(matchingPeople(people, '')).toHaveLength(3);
    expect(matchingPeople(people, 'addad')).toEqual([]);
  });
});
