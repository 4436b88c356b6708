import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditEvent } from '@bursar/contracts/control/audit';
import { eventText } from '../../access/audit-events/event-text.ts';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Fact } from '../../../ui/layout/Fact.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { SideDrawer } from '../../../ui/overlay/SideDrawer.tsx';
import { useLastShown } from '../../../ui/overlay/use-overlay.ts';
import {
  subjectName,
  subjectText,
  fieldText,
  compareFacts,
  currencyOf,
  originText,
} from './audit-text.ts';
import { AuditValue } from './AuditValue.tsx';
import classes from './AuditTrail.module.css';

type AuditDrawerProps = {
  /** The open event; null if none is open. */
  readonly event: AuditEvent | null;
  readonly onClose: () => void;
};

/** One event in a drawer next to the trail, with its values before and after. */
export function AuditDrawer({ event, onClose }: AuditDrawerProps) {
  const { t } = useTranslation(['audit', 'app']);
  const shown = useLastShown(event);
  return (
    <SideDrawer
      opened={event !== null}
      onClose={onClose}
      title={shown ? eventText(t, shown.event) : ''}
      size="record"
    >
      {shown && (
        <>
          <Box flow="stack" as="dl" gap={2} below={6} size="table">
            <Fact narrow name={t('column.at')}>
              <InstantText at={shown.at} />
            </Fact>
            <Fact narrow name={t('column.person')}>
              {nameOr(shown.actor, originText(t, shown))}
            </Fact>
            <Fact narrow name={t('column.portfolio')}>
              {nameOr(shown.portfolio, '–')}
            </Fact>
            <Fact narrow name={subjectText(t, shown.subject)}>
              <bdi>{subjectName(t, shown) ?? shown.subjectId}</bdi>
            </Fact>
            <Fact narrow name={t('column.request')}>
              <bdi dir="ltr">{shown.requestId ?? '–'}</bdi>
            </Fact>
          </Box>
          <ComparedFacts event={shown} />
        </>
      )}
    </SideDrawer>
  );
}

/** Compares the values before and after; differences are marked. */
function ComparedFacts({ event }: { event: AuditEvent }) {
  const { t } = useTranslation(['audit', 'facts']);
  const pairs = compareFacts(event.before, event.after);
  const currency = currencyOf(event);
  if (pairs.length === 0) return <Text tone="muted">{t('noFacts')}</Text>;
  return (
    <table className={classes.compared}>
      <thead>
        <tr>
          <th scope="col">{t('fact')}</th>
          <th scope="col">{t('before')}</th>
          <th scope="col">{t('after')}</th>
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ field, before, after, isChanged }) => (
          <tr key={field} data-changed={isChanged || undefined}>
            <th scope="row">{fieldText(t, field)}</th>
            <td>
              <AuditValue field={field} value={before} currency={currency} />
            </td>
            <td>
              <AuditValue field={field} value={after} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function nameOr(named: { name: string } | null, none: string): ReactNode {
  return named ? <bdi>{named.name}</bdi> : none;
}
