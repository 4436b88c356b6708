/** The theme, language and direction of a picture. */
export type Variant = {
  readonly name: 'light' | 'dark' | 'rtl';
  readonly theme: 'light' | 'dark';
  readonly language: 'en' | 'ae';
  readonly width: 1440 | 390;
};

const dresses = [
  { name: 'light', theme: 'light', language: 'en' },
  { name: 'dark', theme: 'dark', language: 'en' },
  { name: 'rtl', theme: 'light', language: 'ae' },
] as const;

export const variants: readonly Variant[] = ([1440, 390] as const).flatMap((width) =>
  dresses.map((dress) => ({ ...dress, width })),
);
