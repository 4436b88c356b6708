import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useMay } from '../../../lib/session-query.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { DetailTabs } from '../../../ui/tabs/DetailTabs.tsx';
import { BatchList } from './BatchList.tsx';
import { StepList } from './StepList.tsx';
import { TemplateList } from './TemplateList.tsx';

/** `/letters`: batches to release, dunning steps and templates. The URL names the selected tab. */
export function LettersPage() {
  const { t } = useTranslation('letters');
  const [search, setSearch] = useSearchParams();
  const mayManage = useMay('manage-letters');
  const mayRelease = useMay('release-letters');
  const tabs = [
    ...(mayRelease ? (['batches'] as const) : []),
    ...(mayManage ? (['steps', 'templates'] as const) : []),
  ];
  const [first] = tabs;
  const tab = tabs.find((one) => one === search.get('tab')) ?? first;
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      {tab === undefined ? (
        <EmptyState title={t('notAllowed')} hint={t('notAllowedHint')} />
      ) : (
        <DetailTabs
          label={t('title')}
          tabs={tabs.map((id) => ({ id, label: t(`tab.${id}`) }))}
          selected={tab}
          onSelect={(id) => setSearch(id === first ? {} : { tab: id }, { replace: true })}
        >
          {tab === 'batches' && <BatchList />}
          {tab === 'steps' && <StepList />}
          {tab === 'templates' && <TemplateList />}
        </DetailTabs>
      )}
    </>
  );
}
