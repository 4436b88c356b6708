import { IconPlaylistAdd } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/Button.tsx';
import { useLastShown } from '../../../ui/overlay/use-overlay.ts';
import type { OfferedView } from './QueuesDrawer.tsx';

const QueuesDrawer = lazy(async () => ({
  default: (await import('./QueuesDrawer.tsx')).QueuesDrawer,
}));

/** Opens the drawer that offers the current list to agents as a queue. */
export function OfferQueue({ view }: { readonly view: OfferedView }) {
  const { t } = useTranslation('loans');
  const [isOpen, setOpen] = useState(false);
  const wasOpened = useLastShown(isOpen || null);
  return (
    <>
      <Button
        kind="quiet"
        size="compact"
        icon={<IconPlaylistAdd size={16} stroke={1.5} />}
        onClick={() => setOpen(true)}
      >
        {t('list.queues')}
      </Button>
      {wasOpened && (
        <Suspense>
          <QueuesDrawer view={view} opened={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
