import type { PagePath } from '@bursar/contracts/routes';
import type { ComponentType } from 'react';
import { GalleryPage, type PartLink } from './GalleryPage.tsx';
import type { Part } from './part.ts';

const files = import.meta.glob<Part>('./parts/**/*.tsx', { import: 'part' });
const sources = import.meta.glob<string>('./parts/**/*.tsx', { query: '?raw', import: 'default' });

/** Loads the part at an address with its description and its source. */
export async function loadPart(
  path: PagePath,
  namespace: string,
  section: readonly PartLink[],
): Promise<ComponentType> {
  const file = `./parts${path}.tsx`;
  const [part, source] = await Promise.all([files[file]?.(), sources[file]?.()]);
  if (!part || source === undefined) throw new Error(`The gallery has no file for ${path}.`);
  return () => (
    <GalleryPage part={part} source={source} path={path} namespace={namespace} section={section} />
  );
}
