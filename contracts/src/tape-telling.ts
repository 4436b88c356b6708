/** What a text may be told to be in; UTF-16 tells it itself, by its mark. */
export const textEncodings = [
  'utf-8',
  'windows-1252',
  'windows-1250',
  'windows-1256',
  'macintosh',
] as const;
export type TextEncoding = (typeof textEncodings)[number];
