import { routes, type RoutePath } from '@bursar/contracts/routes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { lastLeft } from '../../lib/left-pages.ts';
import type { ScrollPlace } from '../../ui/scroll/scroll-place.ts';

/**
 * A breadcrumb to the most recently seen of the given lists, with its filters and scroll position.
 */
export function BackTo({
  lists: [first, ...others],
}: {
  lists: readonly [RoutePath, ...RoutePath[]];
}) {
  const { t } = useTranslation();
  const [{ path, left }] = useState(() => lastLeft(first, ...others));
  const state: ScrollPlace | null = left && { scrollPlace: left.key };
  return (
    <Link to={path + (left?.search ?? '')} state={state}>
      {t(`title.${routes[path].title}`)}
    </Link>
  );
}
