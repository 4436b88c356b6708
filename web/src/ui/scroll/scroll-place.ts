import type { Location } from 'react-router';

/** The history state of a link back to a page, so that the page restores its scroll position. */
export type ScrollPlace = { readonly scrollPlace: string };

/**
 * Returns the key under which a page's scroll position is saved: that of this visit or, after a
 * link back, that of the earlier visit.
 */
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
