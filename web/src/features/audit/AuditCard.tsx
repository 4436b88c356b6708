import { useTranslation } from 'react-i18next';
import { InstantText } from '../../ui/format/InstantText.tsx';
import { nameOr, Subject } from './audit-columns.tsx';
import { eventText } from './audit-words.ts';
import type { AuditEvent } from '@bursar/contracts/audit';
import classes from './AuditTrail.module.css';

/** An event of the trail on a phone. */
export function AuditCard({ row }: { row: AuditEvent }) {
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
