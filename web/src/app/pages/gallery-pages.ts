import { type PagePath, pagePaths, routes } from '@bursar/contracts/routes';
import type { ComponentType } from 'react';
import { loadPart } from '../../features/gallery/load-part.tsx';
import { sectionOf } from '../sections.ts';
import { pageTitle } from '../titles.ts';

/** Loads a gallery page, with links to the other pages of its section. */
export function loadGalleryPage(path: PagePath, namespace: string): Promise<ComponentType> {
  const section = sectionOf(path);
  const neighbours = pagePaths.filter(
    (one) => routes[one].group === 'gallery' && sectionOf(one) === section,
  );
  const links = neighbours.map((one) => ({ path: one, title: pageTitle(one) }));
  return loadPart(path, namespace, links);
}
