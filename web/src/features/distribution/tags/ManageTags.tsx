import { IconTags } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Button } from '../../../ui/button/Button.tsx';
import { useLastShown } from '../../../ui/overlay/use-overlay.ts';

/** The button and the drawer to create, rename, recolour and remove the portfolio's tags. */
export function ManageTags({ isQuiet = false }: { readonly isQuiet?: boolean }) {
  const { t } = useTranslation('tags');
  const [search, setSearch] = useSearchParams();
  const isOpen = search.get('panel') === 'tags';
  const show = (opened: boolean) => {
    const next = new URLSearchParams(search);
    if (opened) next.set('panel', 'tags');
    else next.delete('panel');
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  const wasOpened = useLastShown(isOpen || null);
  return (
    <>
      <Button
        kind={isQuiet ? 'quiet' : 'secondary'}
        size={isQuiet ? 'compact' : 'normal'}
        icon={<IconTags size={isQuiet ? 16 : 18} stroke={1.5} />}
        onClick={() => show(true)}
      >
        {t('manage.action')}
      </Button>
      {wasOpened && (
        <Suspense>
          <TagsDrawer opened={isOpen} onClose={() => show(false)} />
        </Suspense>
      )}
    </>
  );
}

const TagsDrawer = lazy(() => import('./TagsDrawer.tsx').then((m) => ({ default: m.TagsDrawer })));
