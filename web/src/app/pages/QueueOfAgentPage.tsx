import { useQuery } from '@tanstack/react-query';
import { IconUserOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isolated } from '../../ui/format/isolated.ts';
import { AgentQueueToRead } from '../../features/collections/work-queue/AgentQueueToRead.tsx';
import { agentQueueQuery } from '../../features/collections/work-queue/work-queue.queries.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { detailLoadOf } from '../../lib/page-load.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { DetailPage } from '../../ui/page/DetailPage.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { BackTo } from './BackTo.tsx';

/** `/edit-agent/:id?queue=today`: an agent's queue, as the agent sees it. */
export function QueueOfAgentPage({ id }: { id: string }) {
  const { t } = useTranslation(['work-queue', 'staff']);
  const query = useQuery(agentQueueQuery(id));
  const role = useSession()?.role === 'team' ? 'team' : 'user';
  const name = query.data?.agent.name;
  useDocumentTitle(name);
  const back = <BackTo lists={[paths.dashboard, paths.agents]} />;
  return (
    <DetailPage
      load={detailLoadOf(query)}
      back={back}
      shape={{ parts: ['lines', 'table'] }}
      title={t('queue.title')}
      missing={
        <EmptyState
          icon={<IconUserOff size={22} stroke={1.5} />}
          title={t('staff:page.notFound')}
          hint={t('staff:page.notFoundHint')}
        />
      }
    >
      {({ agent }) => (
        <>
          <PageHeader
            title={t('queue.titleOf', { name: isolated(agent.name) })}
            description={t('queue.meaningOf')}
            back={back}
            actions={
              <>
                <ButtonLink to={paths.loansOfAgent(role, id, { status: 'active' })}>
                  {t('queue.allLoans')}
                </ButtonLink>
                <ButtonLink to={paths.editAgent(id)}>{t('queue.account')}</ButtonLink>
              </>
            }
          />
          <AgentQueueToRead agentId={id} />
        </>
      )}
    </DetailPage>
  );
}
