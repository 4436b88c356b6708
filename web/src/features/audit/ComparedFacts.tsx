import { useTranslation } from 'react-i18next';
import { DayText } from '../../ui/format/DayText.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { fieldText } from './audit-words.ts';
import type { AuditEvent } from '@bursar/contracts/audit';
import classes from './AuditTrail.module.css';
import { compareFacts, currencyOf, kindOfFact } from './compare-facts.ts';
import type { FactValue } from './compare-facts.ts';

/** Before and after, fact by fact; what differs is marked. */
export function ComparedFacts({ event }: { event: AuditEvent }) {
  const { t } = useTranslation(['audit', 'facts']);
  const pairs = compareFacts(event.before, event.after);
  const currency = currencyOf(event);
  if (pairs.length === 0) return <p className={classes.none}>{t('noFacts')}</p>;
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
              <Value field={field} value={before} currency={currency} />
            </td>
            <td>
              <Value field={field} value={after} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type ValueProps = {
  readonly field: string;
  readonly value: FactValue | undefined;
  readonly currency: string | undefined;
};

function Value({ field, value, currency }: ValueProps) {
  const { t } = useTranslation('audit');
  if (value === undefined) return <span className={classes.none}>–</span>;
  if (value === null) return <span className={classes.none}>{t('nothing')}</span>;
  const kind = kindOfFact(field, value);
  if (kind === 'money' && typeof value === 'number' && currency !== undefined) {
    return <Money amountMinor={value} currency={currency} />;
  }
  // An amount whose currency the event does not tell is shown as recorded, in minor units.
  if (kind === 'money') return t('minorUnits', { amount: String(value) });
  if (kind === 'day' && typeof value === 'string') return <DayText day={value} />;
  if (value === 'true' || value === 'false') return t(`truth.${value}`);
  return <bdi>{String(value)}</bdi>;
}
