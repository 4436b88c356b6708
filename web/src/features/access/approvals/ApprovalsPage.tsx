import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { CountLine } from '../../../ui/page/CountLine.tsx';
import { InOrder } from '../../../ui/page/InOrder.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { DetailTabs } from '../../../ui/tabs/DetailTabs.tsx';
import { ApprovalDrawer } from './ApprovalDrawer.tsx';
import { ApprovalList } from './ApprovalList.tsx';
import { ApprovalRules } from './ApprovalRules.tsx';
import { waitingCountQuery } from './use-waiting-count.ts';

const tabs = ['waiting', 'decided', 'rules'] as const;

/**
 * Waiting and decided requests and the approval rules. The URL names the tab and the open request.
 */
export function ApprovalsPage({ otherRules }: { otherRules: ReactNode }) {
  const { t } = useTranslation('approvals');
  const [search, setSearch] = useSearchParams();
  const { data, isError } = useQuery(waitingCountQuery);
  const format = useFormat();
  // The tab counts all waiting requests, also those that the user cannot decide.
  const forYou = data && t('forYou', { count: data.waiting, figure: format.count(data.waiting) });
  const tab = tabs.find((one) => one === search.get('tab')) ?? 'waiting';
  const open = (id: string | null) => {
    const next = new URLSearchParams(search);
    if (id === null) next.delete('id');
    else next.set('id', id);
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  return (
    <>
      <PageHeader
        title={t('title')}
        description={
          <>
            {t('description')}
            <br />
            <CountLine text={forYou} failed={isError} />
          </>
        }
      />
      <DetailTabs
        label={t('title')}
        tabs={tabs.map((id) => ({
          id,
          label: t(`tab.${id}`),
          ...(id === 'waiting' && { count: data?.listed ?? null }),
        }))}
        selected={tab}
        // Drops the other parameters: filters and the open request belong to the previous tab.
        onSelect={(id) => setSearch(id === 'waiting' ? {} : { tab: id }, { replace: true })}
      >
        {tab === 'rules' ? (
          // As wide as the forms of the settings.
          <Box max="58.5rem">
            <InOrder gap={6}>
              <ApprovalRules />
              {otherRules}
            </InOrder>
          </Box>
        ) : (
          <ApprovalList key={tab} state={tab} onOpen={open} />
        )}
      </DetailTabs>
      <ApprovalDrawer approvalId={search.get('id')} onClose={() => open(null)} />
    </>
  );
}
