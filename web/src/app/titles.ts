import { type PagePath, routes } from '@bursar/contracts/routes';

const galleryPart = /^\/(components|elements|forms|tables|datatables)\b/;

/** Returns the gallery section of a page's translations; undefined if it is not in the gallery. */
export function gallerySectionOf(path: PagePath): string | undefined {
  return galleryPart.exec(path)?.[1]?.replace('data', '');
}

/** Returns the key of a page's title; gallery titles load with the gallery's translations. */
export function pageTitle(path: PagePath): string {
  const { title } = routes[path];
  return gallerySectionOf(path) ? `gallery:title.${title}` : `title.${title}`;
}
