/**
 * Header of a PDF that shows empty boxes, because its fonts lack some characters of its texts. The
 * value is those characters, percent-encoded.
 */
export const UNPRINTABLE_HEADER = 'x-unprintable-characters';
