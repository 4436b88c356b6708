import { useTranslation } from 'react-i18next';
import { ShareBar } from '../../../ui/chart/ShareBar.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { FactLine } from '../../../ui/layout/FactLine.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { previewPayment, type PayableLoan, type PaymentPreview } from './preview-payment.ts';
import classes from './Payments.module.css';

/** Shows how an amount that is received today would be allocated. */
export function SplitOfToday({ loan, amountMinor }: { loan: PayableLoan; amountMinor: number }) {
  const preview = previewPayment(loan, {
    amountMinor,
    valueDate: loan.businessDate,
    overpaymentTreatment: 'next-instalments',
  });
  return <PaymentSplit loan={loan} preview={preview} />;
}

type PaymentSplitProps = { loan: PayableLoan; preview: PaymentPreview | null };

/**
 * The allocation of the payment: a bar in the loan's order, its parts in figures, and the balance
 * afterwards.
 */
export function PaymentSplit({ loan, preview }: PaymentSplitProps) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  if (preview?.kind === 'recovery') {
    return (
      <Box
        as="section"
        pad={[5, 0, 0]}
        line="above"
        aria-label={t('split.title')}
        aria-live="polite"
      >
        <Box as="dl" above={4}>
          <FactLine tone="muted" name={t('recover.after')}>
            <Money amountMinor={preview.recoverableAfterMinor} currency={loan.currency} />
          </FactLine>
        </Box>
        <Box as="p" above={3}>
          {t('recover.effect')}
        </Box>
      </Box>
    );
  }
  if (preview?.kind === 'back-dated') {
    return (
      <Box
        as="section"
        pad={[5, 0, 0]}
        line="above"
        aria-label={t('split.title')}
        aria-live="polite"
      >
        <ShareBar />
        <Box flow="stack" as="dl" gap={1} above={4}>
          <FactLine tone="muted" name={t('split.remainingAfter')}>
            <Money amountMinor={preview.remainingAfterMinor} currency={loan.currency} />
          </FactLine>
        </Box>
        <Box as="p" tone="muted" size="table" above={3}>
          {t('split.backDated', { day: format.day(preview.lastPaymentOn) })}
        </Box>
      </Box>
    );
  }
  if (preview?.kind !== 'split') {
    return (
      <Box as="section" pad={[5, 0, 0]} line="above" aria-label={t('split.title')}>
        <ShareBar />
        <Box as="p" tone="muted" size="table" above={3}>
          {t('split.hint')}
        </Box>
      </Box>
    );
  }
  const { parts, outstandingAfterMinor, remainingAfterMinor, settled, creditMinor } = preview;
  return (
    <Box as="section" pad={[5, 0, 0]} line="above" aria-label={t('split.title')} aria-live="polite">
      <ShareBar
        parts={parts.map(({ component, amountMinor }) => ({
          id: component,
          share: amountMinor,
          color: colors[component],
        }))}
      />
      <Box flow="stack" as="dl" gap={1} above={4}>
        {parts.map(({ component, amountMinor }) => (
          <FactLine
            key={component}
            align="center"
            nameTone="ink"
            name={<ComponentName component={component} />}
          >
            <Money amountMinor={amountMinor} currency={loan.currency} withCurrency={false} />
          </FactLine>
        ))}
        {creditMinor > 0 && (
          <FactLine nameTone="ink" name={t('portion.credit')}>
            <Money amountMinor={creditMinor} currency={loan.currency} withCurrency={false} />
          </FactLine>
        )}
        <FactLine
          nameTone="ink"
          weight="medium"
          above={2}
          pad={[3, 0, 0]}
          line="above"
          name={t('split.outstandingAfter')}
        >
          <Money amountMinor={outstandingAfterMinor} currency={loan.currency} />
        </FactLine>
        <FactLine tone="muted" name={t('split.remainingAfter')}>
          <Money amountMinor={remainingAfterMinor} currency={loan.currency} />
        </FactLine>
      </Box>
      <Box as="p" tone="muted" size="table" above={3}>
        {remainingAfterMinor === 0
          ? t('split.closes')
          : t('split.settles', { count: settled, figure: format.count(settled) })}
      </Box>
    </Box>
  );
}

function ComponentName({ component }: { component: keyof typeof colors }) {
  const { t } = useTranslation('payments');
  return (
    <Row as="span" gap={2} wrap={false}>
      <span className={classes.dot} style={{ background: colors[component] }} />
      {t(`portion.${component}`)}
    </Row>
  );
}

const colors = {
  principal: 'var(--series-1)',
  interest: 'var(--series-2)',
  fee: 'var(--series-3)',
  penalty: 'var(--series-4)',
};
