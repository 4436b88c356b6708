/**
 * Scripts whose letters change their form at a zero-width joiner or non-joiner. For example,
 * Persian «می‌خواهم» needs a non-joiner inside a word.
 */
const joining = (
  'Arabic Syriac Nko Mongolian Devanagari Bengali Gurmukhi Gujarati ' +
  'Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar'
)
  .split(' ')
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('');

/** Signs that remove a consonant's vowel. A joiner after one may also end a word. */
const viramas = String.raw`\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA`;

const joiner = [
  String.raw`(?<=[${joining}]\p{M}*)[\u200C\u200D](?=[${joining}])`,
  String.raw`(?<=[${viramas}])\u200D`,
  // Names contain variation selectors after Chinese and Japanese characters.
  String.raw`(?<=\p{Script=Han})[\u{E0100}-\u{E01EF}]`,
].join('|');

/**
 * Characters that are invisible, that change the direction of the text around them, or that control
 * a device. U+2800 is a braille pattern without a dot.
 */
const hidden = String.raw`\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cc}\u2028\u2029\u2800`;

/**
 * Accepts names that readers see in full, so that names that look equal are equal and no name looks
 * empty. An empty name passes, because a missing name has its own error message.
 */
const form = String.raw`(?:[^${hidden}]|${joiner})*$`;
export const visibleName = new RegExp(`^${form}`, 'u');

/** A visible name that may not be empty. */
export const visibleTitle = new RegExp(String.raw`^(?=\s*\S)${form}`, 'u');

/**
 * The format of names in JSON schemas, by which the API recognises a refusal of hidden characters.
 */
export const NAME_FORM = 'visible-name';

export const isVisibleName = (name: string): boolean => visibleName.test(name);

const hiddenCharacters = new RegExp(`(?!${joiner})[${hidden}]`, 'gu');

/**
 * Returns external text without characters that hide or reverse something. Such text is stored as
 * it was received and shown in this form.
 */
export const visibleForm = (text: string): string => text.replaceAll(hiddenCharacters, '');
