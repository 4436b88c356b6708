import { type PagePath, routes } from '@bursar/contracts/routes';

const galleryPart = /^\/(components|elements|forms|tables|datatables)\b/;

/** The section of the gallery whose words a page reads; undefined where it documents no part of the kit. */
export function gallerySectionOf(path: PagePath): string | undefined {
  return galleryPart.exec(path)?.[1]?.replace('data', '');
}

/** The key of a page's title: those of the gallery's parts are fetched with the gallery's words. */
export function titleWords(path: PagePath): string {
  const { title } = routes[path];
  return gallerySectionOf(path) ? `gallery:title.${title}` : `title.${title}`;
}
