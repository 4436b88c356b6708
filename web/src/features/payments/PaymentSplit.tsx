import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Money } from '../../ui/format/Money.tsx';
import classes from './PaymentSplit.module.css';
import type { PayableLoan, PaymentPreview } from './preview-payment.ts';

type PaymentSplitProps = { loan: PayableLoan; preview: PaymentPreview | null };

/** How the payment will fall: a bar in the loan’s order, its parts in figures, and what is left. */
export function PaymentSplit({ loan, preview }: PaymentSplitProps) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  if (preview?.kind === 'back-dated') {
    return (
      <section className={classes.split} aria-label={t('split.title')} aria-live="polite">
        <div className={classes.bar} aria-hidden="true" />
        <dl className={classes.figures}>
          <div className={classes.rest}>
            <dt>{t('split.remainingAfter')}</dt>
            <dd>
              <Money amountMinor={preview.remainingAfterMinor} currency={loan.currency} />
            </dd>
          </div>
        </dl>
        <p className={classes.hint}>
          {t('split.backDated', { day: format.day(preview.lastPaymentOn) })}
        </p>
      </section>
    );
  }
  if (preview?.kind !== 'split') {
    return (
      <section className={classes.split} aria-label={t('split.title')}>
        <div className={classes.bar} aria-hidden="true" />
        <p className={classes.hint}>{t('split.hint')}</p>
      </section>
    );
  }
  const { parts, outstandingAfterMinor, remainingAfterMinor, settled } = preview;
  return (
    <section className={classes.split} aria-label={t('split.title')} aria-live="polite">
      <div className={classes.bar} aria-hidden="true">
        {parts.map(({ portion, amountMinor }) => (
          // The share of a part is its amount, and only the screen knows how long that is.
          <span key={portion} data-portion={portion} style={{ flexGrow: amountMinor }} />
        ))}
      </div>
      <dl className={classes.figures}>
        {parts.map(({ portion, amountMinor }) => (
          <div key={portion} className={classes.part}>
            <dt data-portion={portion}>{t(`portion.${portion}`)}</dt>
            <dd>
              <Money amountMinor={amountMinor} currency={loan.currency} withCurrency={false} />
            </dd>
          </div>
        ))}
        <div className={classes.after}>
          <dt>{t('split.outstandingAfter')}</dt>
          <dd>
            <Money amountMinor={outstandingAfterMinor} currency={loan.currency} />
          </dd>
        </div>
        <div className={classes.rest}>
          <dt>{t('split.remainingAfter')}</dt>
          <dd>
            <Money amountMinor={remainingAfterMinor} currency={loan.currency} />
          </dd>
        </div>
      </dl>
      <p className={classes.hint}>
        {remainingAfterMinor === 0
          ? t('split.closes')
          : t('split.settles', { count: settled, figure: format.count(settled) })}
      </p>
    </section>
  );
}
