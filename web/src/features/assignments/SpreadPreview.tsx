import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { FigureTable } from '../../ui/table/FigureTable.tsx';
import type { AssignmentPreview } from './assignments.queries.ts';
import classes from './SpreadPreview.module.css';

/** Who would get how much: what each holds now and, below it, what it would hold. */
export function SpreadPreview({ preview }: { preview: AssignmentPreview }) {
  const { t } = useTranslation('assignments');
  const format = useFormat();
  const { targets, currency } = preview;
  const money = (amountMinor: number) => (
    <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />
  );
  return (
    <div className={classes.shares}>
      <FigureTable
        label={t('spread.shares')}
        rows={targets}
        rowId={(target) => target.id}
        columns={[
          {
            id: 'target',
            header: t('spread.target'),
            cell: (target) => <bdi>{target.name}</bdi>,
            wide: true,
          },
          {
            id: 'gets',
            header: t('spread.gets'),
            cell: (target) => format.count(target.receives),
            align: 'end',
          },
          {
            id: 'loans',
            header: t('spread.loans'),
            cell: ({ loansBefore, loansAfter }) => (
              <>
                <span className={classes.before}>{format.count(loansBefore)}</span>
                {format.count(loansAfter)}
              </>
            ),
            align: 'end',
          },
          {
            id: 'outstanding',
            header: t('spread.outstanding'),
            cell: ({ outstandingBeforeMinor, outstandingAfterMinor }) => (
              <>
                <span className={classes.before}>{money(outstandingBeforeMinor)}</span>
                {money(outstandingAfterMinor)}
              </>
            ),
            align: 'end',
          },
        ]}
      />
    </div>
  );
}
