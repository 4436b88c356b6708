import { IconDownload } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { pagedLoadOf } from '../../lib/page-load.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { auditColumns } from './audit-columns.tsx';
import { eventText } from './audit-words.ts';
import { useExportAudit } from './audit.queries.ts';
import type { AuditEvent } from '@bursar/contracts/audit';
import { AuditCard } from './AuditCard.tsx';
import { AuditDrawer } from './AuditDrawer.tsx';
import classes from './AuditTrail.module.css';
import { useAuditList } from './use-audit-list.ts';
import { VerifyTrail } from './VerifyTrail.tsx';

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
