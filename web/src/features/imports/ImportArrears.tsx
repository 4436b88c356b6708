import type { TapeArrears, TapeImport } from '@bursar/contracts/imports';
import { useTranslation } from 'react-i18next';
import { Count } from '../../ui/format/Count.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { FigureTable } from '../../ui/table/FigureTable.tsx';
import type { FigureColumn } from '../../ui/table/FigureTable.tsx';
import classes from './ImportArrears.module.css';

type Bucket = TapeArrears['buckets'][number];
type ImportArrearsProps = {
  arrears: TapeArrears;
  tape: Pick<TapeImport, 'currency' | 'cutOffOn'>;
};

/** The arrears that will stand once the loans are booked, held against those of the tape's own day. */
export function ImportArrears({ arrears, tape }: ImportArrearsProps) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const day = tape.cutOffOn === null ? '' : format.day(tape.cutOffOn);
  const money = (amountMinor: number) => (
    <Money amountMinor={amountMinor} currency={tape.currency} withCurrency={false} />
  );
  const columns: readonly FigureColumn<Bucket>[] = [
    {
      id: 'bucket',
      header: t('arrears.bucket'),
      cell: (row) => t(`arrears.buckets.${row.bucket}`),
    },
    {
      id: 'cut-off-loans',
      header: t('arrears.cutOffLoans', { day }),
      align: 'end',
      cell: ({ onCutOff }) => <Count value={onCutOff.loans} />,
    },
    {
      id: 'cut-off-balance',
      header: t('arrears.cutOffBalance', { day }),
      align: 'end',
      cell: ({ onCutOff }) => money(onCutOff.balanceMinor),
    },
    {
      id: 'today-loans',
      header: t('arrears.todayLoans'),
      align: 'end',
      cell: ({ today }) => <Count value={today.loans} />,
    },
    {
      id: 'today-balance',
      header: t('arrears.todayBalance'),
      align: 'end',
      cell: ({ today }) => money(today.balanceMinor),
    },
  ];
  return (
    <div className={classes.arrears}>
      <h3 className={classes.title}>{t('arrears.title')}</h3>
      <p className={classes.meaning}>{t('arrears.meaning')}</p>
      <FigureTable
        label={t('arrears.title')}
        columns={columns}
        rows={arrears.buckets}
        rowId={({ bucket }) => bucket}
      />
    </div>
  );
}
