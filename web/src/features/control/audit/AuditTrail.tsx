import { IconShieldCheck } from '@tabler/icons-react';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditEvent } from '@bursar/contracts/control/audit';
import { eventText } from '../../access/audit-events/event-text.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { pagedLoadOf } from '../../../lib/page-load.ts';
import { useSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { ExportButton } from '../../../ui/button/ExportButton.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import { ListTable } from '../../../ui/table/ListTable.tsx';
import { useExportAudit, useVerifyAudit, type AuditVerdict } from './audit.queries.ts';
import { AuditDrawer } from './AuditDrawer.tsx';
import { AuditCard, auditColumns } from './AuditRow.tsx';
import classes from './AuditTrail.module.css';
import { useAuditList } from './use-audit-list.ts';

/** The audit trail with filters, details, export and verification. */
export function AuditTrail() {
  const { t } = useTranslation(['audit', 'app']);
  const list = useAuditList();
  const save = useExportAudit(list.filter);
  const columns = useMemo(() => auditColumns(t), [t]);
  return (
    <>
      <Box flow="row" gap={6} justify="end" below={4}>
        <VerifyTrail>
          <ExportButton busy={save.isPending} onClick={() => save.mutate()}>
            {t('export')}
          </ExportButton>
        </VerifyTrail>
      </Box>
      <ListTable<AuditEvent>
        address={list.address}
        load={pagedLoadOf(list.query)}
        label={t('title')}
        columns={columns}
        rows={list.rows}
        rowId={(row) => row.id}
        rowName={(row) => eventText(t, row.event)}
        onRowOpen={list.open}
        card={(row) => <AuditCard row={row} />}
        none={<EmptyState title={t('empty')} />}
        noMatch={t('noMatch')}
      />
      <AuditDrawer event={list.opened} onClose={list.close} />
    </>
  );
}

/**
 * Verifies the whole chain on request and shows the result; other actions are next to it. The chain
 * covers the installation, so only an administrator can verify it.
 */
function VerifyTrail({ children }: { children: ReactNode }) {
  const { t } = useTranslation('audit');
  const verify = useVerifyAudit();
  const isAdmin = useSession()?.role === 'admin';
  return (
    <>
      <Row gap={2} align="stretch">
        {children}
        {isAdmin && (
          <Button
            icon={<IconShieldCheck size={18} stroke={1.5} />}
            busy={verify.isPending}
            onClick={() => verify.mutate()}
          >
            {t('verify.action')}
          </Button>
        )}
      </Row>
      <div role="status" className={classes.verdict}>
        {verify.isPending ? (
          t('verify.running')
        ) : verify.error ? (
          <StatusBadge tone="late">{failureSentence(verify.error)}</StatusBadge>
        ) : (
          verify.data && <Verdict verdict={verify.data} />
        )}
      </div>
    </>
  );
}

function Verdict({ verdict }: { verdict: AuditVerdict }) {
  const { t } = useTranslation('audit');
  const format = useFormat();
  const { checked, brokenAt } = verdict;
  if (brokenAt === null) {
    return (
      <StatusBadge tone="good">
        {t('verify.intact', { count: checked, figure: format.count(checked) })}
      </StatusBadge>
    );
  }
  return (
    <>
      <StatusBadge tone="late">
        {t('verify.broken', { number: format.count(brokenAt.number) })}
      </StatusBadge>
      <Box as="p" tone="soft" breaks above={1}>
        {t(`verify.reason.${brokenAt.reason}`)}
        {brokenAt.eventId && (
          <>
            {' '}
            {t('verify.event')} <code dir="ltr">{brokenAt.eventId}</code>
          </>
        )}
      </Box>
    </>
  );
}
