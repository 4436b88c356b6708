import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { InstantText } from '../../ui/format/InstantText.tsx';
import { SideDrawer } from '../../ui/overlay/SideDrawer.tsx';
import { useLastShown } from '../../ui/overlay/use-last-shown.ts';
import { nameOr } from './audit-columns.tsx';
import { eventText, subjectName, subjectText } from './audit-words.ts';
import type { AuditEvent } from '@bursar/contracts/audit';
import classes from './AuditTrail.module.css';
import { ComparedFacts } from './ComparedFacts.tsx';

type AuditDrawerProps = {
  /** Null while none is open. */
  readonly event: AuditEvent | null;
  readonly onClose: () => void;
};

/** One event beside the trail: who, when, on what, and what was before and after. */
export function AuditDrawer({ event, onClose }: AuditDrawerProps) {
  const { t } = useTranslation(['audit', 'app']);
  const shown = useLastShown(event);
  return (
    <SideDrawer
      opened={event !== null}
      onClose={onClose}
      title={shown ? eventText(t, shown.event) : ''}
      width={640}
    >
      {shown && (
        <>
          <dl className={classes.facts}>
            <Fact name={t('column.at')}>
              <InstantText at={shown.at} />
            </Fact>
            <Fact name={t('column.person')}>{nameOr(shown.actor, t('noPerson'))}</Fact>
            <Fact name={t('column.portfolio')}>{nameOr(shown.portfolio, '–')}</Fact>
            <Fact name={subjectText(t, shown.subject)}>
              <bdi>{subjectName(t, shown) ?? shown.subjectId}</bdi>
            </Fact>
            <Fact name={t('column.request')}>
              <bdi dir="ltr">{shown.requestId ?? '–'}</bdi>
            </Fact>
          </dl>
          <ComparedFacts event={shown} />
        </>
      )}
    </SideDrawer>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
