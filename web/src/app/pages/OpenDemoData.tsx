import i18next from 'i18next';
import { lazy, Suspense } from 'react';
import { useMay } from '../../lib/session-query.ts';
import { useSession } from '../../lib/session.ts';

/**
 * The actions to add and remove demo data. Their code loads only for administrators who may create
 * portfolios.
 */
export function OpenDemoData() {
  const isAdmin = useSession()?.role === 'admin';
  const mayCreate = useMay('create-portfolios');
  if (!isAdmin || !mayCreate) return null;
  return (
    <Suspense>
      <DemoData />
    </Suspense>
  );
}

const DemoData = lazy(async () => {
  const [{ DemoData: Loaded }] = await Promise.all([
    import('../../features/control/demo-data/DemoData.tsx'),
    i18next.loadNamespaces('demo-data'),
  ]);
  return { default: Loaded };
});
