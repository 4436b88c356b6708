/** The languages of the interface, by the specification's codes: `ae` is Arabic. */
export const languages = ['en', 'ae'] as const;
export type Language = (typeof languages)[number];
