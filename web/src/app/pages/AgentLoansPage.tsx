import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { loanLists } from '../../features/servicing/loans/loan-lists.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { AgentWork } from './AgentWork.tsx';
import { LoanListPage } from './LoanListPage.tsx';

/** `/assignagent`: all loans of an agent, or with `?queue=today` today's queue. */
export function AgentLoansPage() {
  const { t } = useTranslation('work-queue');
  const [search] = useSearchParams();
  if (search.get('queue') !== 'today') {
    return (
      <LoanListPage
        config={loanLists.agentOwn}
        actions={<ButtonLink to={paths.todaysQueue()}>{t('queue.title')}</ButtonLink>}
      />
    );
  }
  return (
    <>
      <PageHeader
        title={t('queue.title')}
        description={t('queue.meaning')}
        actions={<ButtonLink to={paths.allLoans.agent}>{t('queue.allLoans')}</ButtonLink>}
      />
      <AgentWork />
    </>
  );
}
