import { IconShieldCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { useSession } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { useVerifyAudit } from './audit.queries.ts';
import type { AuditVerdict } from './audit.queries.ts';
import classes from './AuditTrail.module.css';

/**
 * Walks the whole chain on demand and says what it found; other actions stand beside it. The chain
 * is the installation's, so only an administrator has it walked.
 */
export function VerifyTrail({ children }: { children: ReactNode }) {
  const { t } = useTranslation('audit');
  const verify = useVerifyAudit();
  const isAdmin = useSession()?.role === 'admin';
  return (
    <>
      <div className={classes.actions}>
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
      </div>
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
      <p className={classes.reason}>
        {t(`verify.reason.${brokenAt.reason}`)}
        {brokenAt.eventId && (
          <>
            {' '}
            {t('verify.event')} <code dir="ltr">{brokenAt.eventId}</code>
          </>
        )}
      </p>
    </>
  );
}
