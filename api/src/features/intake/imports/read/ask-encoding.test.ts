import { describe, expect, it } from 'vitest';
import { tapeFileOf } from '../../../../testing/tape-files.ts';
import { askEncoding } from './ask-encoding.ts';
import { FileQuestions } from './file-questions.ts';

async function ask(bytes: Buffer, answers = {}) {
  const file = await tapeFileOf(Buffer.concat([Buffer.from('id,name\n1,'), bytes]));
  try {
    const questions = new FileQuestions(answers);
    const encoding = await askEncoding(file, questions);
    return { encoding, choices: questions.open.flatMap((question) => question.choices) };
  } finally {
    await file.handle.close();
  }
}

describe('the encoding of a text', () => {
  it.each([
    ['windows-1251', 'cff0e8ece5f0', 'Пример'],
    ['windows-1254', 'de69736c69', 'Şisli'],
    ['iso-8859-15', 'a4', '€'],
    ['iso-8859-6', 'd5d6d7d8', 'صضطظ'],
    ['windows-1250', 'b3f364', 'łód'],
  ] as const)('may be %s', async (name, hex, read) => {
    const { encoding, choices } = await ask(Buffer.from(hex, 'hex'));
    expect(encoding).toBeNull();
    expect(choices).toContainEqual({ choice: name, readings: [read] });
    expect((await ask(Buffer.from(hex, 'hex'), { encoding: name })).encoding).toBe(name);
  });

  it('is asked once for encodings that read all letters of the file alike', async () => {
    const { choices } = await ask(Buffer.from('4d fc 6c 6c 65 72'.replaceAll(' ', ''), 'hex'));
    expect(choices.map(({ choice, readings }) => [choice, ...readings])).toEqual([
      ['windows-1252', 'Müller'],
      ['windows-1251', 'Mьller'],
      ['macintosh', 'M¸ller'],
    ]);
  });
});
