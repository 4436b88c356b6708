/** The theme, language and direction of a picture. */
export type Variant = {
  readonly name: 'light' | 'dark' | 'rtl' | 'rtl-dark';
  readonly theme: 'light' | 'dark';
  readonly language: 'en' | 'ae';
  readonly width: 1440 | 1240 | 1024 | 390;
};

const dresses = [
  { name: 'light', theme: 'light', language: 'en' },
  { name: 'dark', theme: 'dark', language: 'en' },
  { name: 'rtl', theme: 'light', language: 'ae' },
  { name: 'rtl-dark', theme: 'dark', language: 'ae' },
] as const;

export const variants: readonly Variant[] = ([1440, 1240, 1024, 390] as const).flatMap((width) =>
  dresses.map((dress) => ({ ...dress, width })),
);
