/**
 * Scripts whose letters change their form at a zero-width joiner or non-joiner: Persian «می‌خواهم»
 * needs it inside a word.
 */
const joining = (
  'Arabic Syriac Nko Mongolian Devanagari Bengali Gurmukhi Gujarati ' +
  'Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar'
)
  .split(' ')
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('');

/** Signs that take a consonant's vowel away; a joiner behind one may also end a word. */
const viramas = String.raw`\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA`;

const joiner = [
  String.raw`(?<=[${joining}]\p{M}*)[\u200C\u200D](?=[${joining}])`,
  String.raw`(?<=[${viramas}])\u200D`,
  // A variant of a Chinese or Japanese character, as names have them.
  String.raw`(?<=\p{Script=Han})[\u{E0100}-\u{E01EF}]`,
].join('|');

/**
 * Characters that show nothing, that turn the direction of the text around them, or that control a
 * device. U+2800 is a braille pattern without a dot.
 */
const hidden = String.raw`\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cc}\u2028\u2029\u2800`;

/**
 * A name that readers see as it is: two names that look alike are alike, and none looks like nothing.
 * An empty one passes: that a name is missing has a sentence of its own.
 */
const form = String.raw`(?:[^${hidden}]|${joiner})*$`;
export const visibleName = new RegExp(`^${form}`, 'u');

/** The same of one that must not be missing. */
export const visibleTitle = new RegExp(String.raw`^(?=\s*\S)${form}`, 'u');

/** What the form is called in JSON schemas, by which a refusal is named. */
export const NAME_FORM = 'visible-name';

export const isVisibleName = (name: string): boolean => visibleName.test(name);

const hiddenCharacters = new RegExp(`(?!${joiner})[${hidden}]`, 'gu');

/**
 * Text of others as readers may see it: without characters that hide or turn something. Other text
 * is stored as it was received and shown in this form.
 */
export const visibleForm = (text: string): string => text.replaceAll(hiddenCharacters, '');
