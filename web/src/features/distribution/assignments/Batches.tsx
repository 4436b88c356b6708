import { IconHistory } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Button } from '../../../ui/button/Button.tsx';
import { useLastShown } from '../../../ui/overlay/use-overlay.ts';

/** The button for the assignment batches, and their drawer, which the URL opens. */
export function Batches() {
  const { t } = useTranslation('assignments');
  const [search, setSearch] = useSearchParams();
  const isOpen = search.has('batches');
  // The drawer is mounted on first use and stays mounted while it slides out.
  const wasOpened = useLastShown(isOpen || null) !== null;
  const show = (isShown: boolean) => {
    const next = new URLSearchParams(search);
    if (isShown) next.set('batches', 'all');
    else next.delete('batches');
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  return (
    <>
      <Button
        icon={<IconHistory size={18} stroke={1.5} aria-hidden="true" />}
        onClick={() => show(true)}
      >
        {t('batches.open')}
      </Button>
      {wasOpened && (
        <Suspense>
          <BatchDrawer opened={isOpen} onClose={() => show(false)} />
        </Suspense>
      )}
    </>
  );
}

const BatchDrawer = lazy(() =>
  import('./BatchDrawer.tsx').then((m) => ({ default: m.BatchDrawer })),
);
