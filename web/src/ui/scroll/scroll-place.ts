import type { Location } from 'react-router';

/** What a link back to a page carries, so that the page is found scrolled as it was left. */
export type ScrollPlace = { readonly scrollPlace: string };

/** Under which name it is kept how far a page is scrolled: that of its visit, or of the one gone back to. */
export function scrollPlaceOf({ key, state }: Pick<Location, 'key'> & { state: unknown }): string {
  return isScrollPlace(state) ? state.scrollPlace : key;
}

function isScrollPlace(state: unknown): state is ScrollPlace {
  return (
    typeof state === 'object' &&
    state !== null &&
    'scrollPlace' in state &&
    typeof state.scrollPlace === 'string'
  );
}
