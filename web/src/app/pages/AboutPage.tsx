import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { AboutProduct } from '../../features/control/about/AboutProduct.tsx';
import { MaintenanceSwitch } from '../../features/control/about/MaintenanceSwitch.tsx';
import { MissingTranslations } from '../../features/control/about/MissingTranslations.tsx';
import { AuditTrail } from '../../features/control/audit/AuditTrail.tsx';
import { sessionQuery, useMay } from '../../lib/session-query.ts';
import { useSession } from '../../lib/session.ts';
import { Stack } from '../../ui/layout/Layout.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { PageShape } from '../../ui/page/PageShape.tsx';
import { DetailTabs } from '../../ui/tabs/DetailTabs.tsx';
import { DemoPages } from './DemoPages.tsx';

/**
 * Information about Bursar and, with the permissions, the audit trail and the missing translations.
 * The open tab is in the address; most readers see only one tab.
 */
export function AboutPage() {
  const { t } = useTranslation(['about', 'audit']);
  const [search, setSearch] = useSearchParams();
  const { isPending } = useQuery(sessionQuery);
  const tabs = useAboutTabs();
  const asked = search.get('tab') ?? 'product';
  const tab = tabs.find((one) => one === asked) ?? 'product';
  // Until the session says which tabs there are, the description is that of the requested tab, so
  // that it does not change once the tabs are known.
  const described = isPending ? (aboutTabs.find((one) => one === asked) ?? tab) : tab;
  const labels = {
    product: t('tab.product'),
    audit: t('audit:title'),
    translations: t('missing.title'),
  };
  const descriptions = {
    product: t('description'),
    audit: t('audit:purpose'),
    translations: t('missing.purpose'),
  };
  return (
    <>
      <PageHeader title={t('title')} description={descriptions[described]} />
      {/* The session decides which tabs the reader may open, and whether there are any. */}
      {isPending ? (
        <PageShape parts={['tabs', 'facts']} />
      ) : tabs.length === 1 ? (
        <AboutPart tab={tab} />
      ) : (
        <DetailTabs
          label={t('tab.label')}
          tabs={tabs.map((id) => ({ id, label: labels[id] }))}
          selected={tab}
          // Drops the other parameters: filters and open rows belong to the previous tab.
          onSelect={(id) => setSearch(id === 'product' ? {} : { tab: id }, { replace: true })}
        >
          <AboutPart tab={tab} />
        </DetailTabs>
      )}
    </>
  );
}

const aboutTabs = ['product', 'audit', 'translations'] as const;
type AboutTab = (typeof aboutTabs)[number];

function useAboutTabs(): readonly AboutTab[] {
  const mayAudit = useMay('read-audit');
  const mayTranslations = useMay('read-missing-translations');
  return [
    'product',
    ...(mayAudit ? (['audit'] as const) : []),
    ...(mayTranslations ? (['translations'] as const) : []),
  ];
}

function AboutPart({ tab }: { tab: AboutTab }) {
  switch (tab) {
    case 'product':
      return (
        <Stack gap={6}>
          <AboutProduct links={<DemoPages />} />
          <Maintenance />
        </Stack>
      );
    case 'audit':
      return <AuditTrail />;
    case 'translations':
      return <MissingTranslations />;
  }
}

function Maintenance() {
  const isAdmin = useSession()?.role === 'admin';
  return useMay('close-for-maintenance') && isAdmin ? <MaintenanceSwitch /> : null;
}
