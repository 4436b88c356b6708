import { IconDownload } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { pagedLoadOf } from '../../lib/page-load.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { auditColumns, nameOr, Subject } from './audit-columns.tsx';
import { eventText } from './audit-words.ts';
import { useExportAudit } from './audit.queries.ts';
import type { AuditEvent } from '@bursar/contracts/audit';
import { AuditDrawer } from './AuditDrawer.tsx';
import classes from './AuditTrail.module.css';
import { useAuditList } from './use-audit-list.ts';
import { VerifyTrail } from './VerifyTrail.tsx';
import { InstantText } from '../../ui/format/InstantText.tsx';

/** Who changed what and when: filters, rows that open beside the list, export and verification. */
export function AuditTrail() {
  const { t } = useTranslation(['audit', 'app']);
  const list = useAuditList();
  const save = useExportAudit(list.filter);
  const columns = useMemo(() => auditColumns(t), [t]);
  return (
    <>
      <div className={classes.head}>
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
      </div>
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
    <span className={classes.card}>
      <span className={classes.event}>{eventText(t, row.event)}</span>
      <span className={classes.at}>
        <InstantText at={row.at} />
      </span>
      <span className={classes.subject}>
        <Subject row={row} />
      </span>
      <span className={classes.person}>{nameOr(row.actor, t('noPerson'))}</span>
    </span>
  );
}
