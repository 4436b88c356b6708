import { IconDownload, IconShieldCheck } from '@tabler/icons-react';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditEvent } from '@bursar/contracts/audit';
import type { TFunction } from 'i18next';
import { eventText } from '../../lib/event-text.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { pagedLoadOf } from '../../lib/page-load.ts';
import { useSession } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../ui/format/InstantText.tsx';
import { Box } from '../../ui/layout/Box.tsx';
import { Row } from '../../ui/layout/Layout.tsx';
import { Text } from '../../ui/layout/Text.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { subjectName, subjectText } from './audit-words.ts';
import { useExportAudit, useVerifyAudit, type AuditVerdict } from './audit.queries.ts';
import { AuditDrawer, nameOr } from './AuditDrawer.tsx';
import classes from './AuditTrail.module.css';
import { useAuditList } from './use-audit-list.ts';

/** Who changed what and when: filters, rows that open beside the list, export and verification. */
export function AuditTrail() {
  const { t } = useTranslation(['audit', 'app']);
  const list = useAuditList();
  const save = useExportAudit(list.filter);
  const columns = useMemo(() => auditColumns(t), [t]);
  return (
    <>
      <Box flow="row" lines={3} gap={6} align="start" justify="between" below={4}>
        <p className={classes.purpose}>{t('purpose')}</p>
        <VerifyTrail>
          <Button
            icon={<IconDownload size={18} stroke={1.5} />}
            busy={save.isPending}
            onClick={() => save.mutate()}
          >
            {t('export')}
          </Button>
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

/** An event of the trail on a phone. */
function AuditCard({ row }: { row: AuditEvent }) {
  const { t } = useTranslation('audit');
  return (
    <Box flow="grid" as="span" columns="minmax(0, 1fr) auto" lines={1} gap={3}>
      <Text as="span" weight="medium">
        {eventText(t, row.event)}
      </Text>
      <span className={classes.at}>
        <InstantText at={row.at} />
      </span>
      <span className={classes.subject}>
        <Subject row={row} />
      </span>
      <span className={classes.person}>{nameOr(row.actor, t('noPerson'))}</span>
    </Box>
  );
}

/**
 * Walks the whole chain on demand and says what it found; other actions stand beside it. The chain
 * is the installation's, so only an administrator has it walked.
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

/** The columns of the trail; it is always newest first. */
function auditColumns(t: TFunction<['audit', 'app']>): readonly Column<AuditEvent>[] {
  const columns: Omit<Column<AuditEvent>, 'header'>[] = [
    { id: 'event', cell: (row) => eventText(t, row.event), main: true, width: 200 },
    {
      id: 'subject',
      cell: (row) => <Subject row={row} />,
      width: 220,
    },
    { id: 'person', cell: (row) => nameOr(row.actor, t('noPerson')), width: 160 },
    { id: 'portfolio', cell: (row) => nameOr(row.portfolio, '–'), width: 180 },
    { id: 'at', cell: (row) => <InstantText at={row.at} />, align: 'end', width: 168, grow: 0 },
    { id: 'request', cell: (row) => row.requestId ?? '–', width: 200, hidden: true },
  ];
  return columns.map((column) => ({ ...column, header: t(`column.${column.id}`) }));
}

/** What kind of thing it is, and which: `Loan L-000123`. */
function Subject({ row }: { row: AuditEvent }) {
  const { t } = useTranslation(['audit', 'app']);
  return (
    <>
      {subjectText(t, row.subject)} <bdi>{subjectName(t, row)}</bdi>
    </>
  );
}
