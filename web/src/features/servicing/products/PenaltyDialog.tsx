import { GRACE_DAYS_MAX, type ProductTerms } from '@bursar/contracts/servicing/product-terms';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type { AddProductVersion, Product } from '@bursar/contracts/servicing/products';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { useContractForm } from '../../../lib/contract-form.ts';
import { CountField } from '../../../ui/form/CountField.tsx';
import { MoneyField } from '../../../ui/form/MoneyField.tsx';
import { PercentField } from '../../../ui/form/PercentField.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { Grid } from '../../../ui/layout/Layout.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { useAddVersion } from './products.queries.ts';

type Latest = NonNullable<Product['latest']>;

type PenaltyDialogProps = {
  readonly productId: string;
  readonly latest: Latest;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onSaved: () => void;
};

const kinds = ['none', 'fixed', 'percent'] as const;

type Draft = {
  readonly id: string;
  readonly kind: (typeof kinds)[number];
  readonly amountMinor: number | null;
  readonly percent: string | null;
  readonly graceDays: number | null;
  readonly capMinor: number | null;
};

/**
 * Edits the late penalty of a product, as a new version of its terms. The penalty has a separate
 * dialog, because the product form is already long.
 */
export function PenaltyDialog(props: PenaltyDialogProps) {
  const { productId, latest, opened, onClose, onSaved } = props;
  const { t } = useTranslation('products');
  const form = useContractForm<
    Draft,
    InputOf<AddProductVersion>['body'],
    AnswerOf<AddProductVersion>
  >({
    name: 'penalty',
    empty: () => draftOf(latest.terms.penalty),
    opened,
    rules: ({ kind, amountMinor, percent, graceDays, capMinor }) => ({
      amountMinor:
        kind === 'fixed' && !isAbove0(amountMinor) ? t('penaltyForm.amountMissing') : undefined,
      percent:
        kind === 'percent' && !isShare(percent) ? t('penaltyForm.percentMissing') : undefined,
      graceDays: kind !== 'none' && !isGrace(graceDays) ? t('penaltyForm.graceWrong') : undefined,
      capMinor:
        kind !== 'none' && capMinor !== null && capMinor <= 0
          ? t('penaltyForm.amountMissing')
          : undefined,
    }),
    body: ({ id, ...typed }) => {
      const terms = { ...latest.terms, penalty: penaltyOf(typed) };
      return { id, basedOn: latest.number, terms };
    },
    mutation: useAddVersion(productId),
    announce: () => notify.success(t('form.versionAdded')),
    onSent: onSaved,
  });
  const { kind } = form.values;
  const { currency } = latest;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('penaltyForm.title')}
      submitLabel={t('form.addVersion')}
      {...form.dialog}
      draftOnClose={form.isBusy ? undefined : form.dialog.draftOnClose}
    >
      <p>{t('penaltyForm.meaning')}</p>
      <Grid min={11}>
        <SelectField
          {...form.field('kind')}
          label={t('penaltyForm.kind')}
          options={kinds.map((value) => ({ value, label: t(`penaltyForm.kinds.${value}`) }))}
          required
        />
        {kind === 'fixed' && (
          <MoneyField
            {...form.field('amountMinor')}
            label={t('field.amount')}
            currency={currency}
            required
          />
        )}
        {kind === 'percent' && (
          <PercentField {...form.field('percent')} label={t('penaltyForm.percent')} required />
        )}
        {kind !== 'none' && (
          <>
            <CountField {...form.field('graceDays')} label={t('penaltyForm.graceDays')} required />
            <MoneyField
              {...form.field('capMinor')}
              label={t('line.penaltyCap')}
              currency={currency}
              optional
            />
          </>
        )}
      </Grid>
      {kind !== 'none' && <p>{t(`penaltyForm.charged.${kind}`)}</p>}
    </FormDialog>
  );
}

function draftOf(penalty: ProductTerms['penalty']): Draft {
  return {
    id: uuidv7(),
    kind: penalty?.kind ?? 'none',
    amountMinor: penalty?.kind === 'fixed' ? penalty.amountMinor : null,
    percent: penalty?.kind === 'percent' ? penalty.percent : null,
    graceDays: penalty?.graceDays ?? 0,
    capMinor: penalty?.capMinor ?? null,
  };
}

function penaltyOf(typed: Omit<Draft, 'id'>): ProductTerms['penalty'] {
  const { kind, amountMinor, percent, capMinor } = typed;
  const overdue = { graceDays: typed.graceDays ?? 0, capMinor };
  if (kind === 'fixed' && amountMinor !== null) return { kind, amountMinor, ...overdue };
  return kind === 'percent' && percent !== null ? { kind, percent, ...overdue } : null;
}

const isAbove0 = (amountMinor: number | null): boolean => amountMinor !== null && amountMinor > 0;
const isShare = (percent: string | null): boolean => Number(percent) > 0 && Number(percent) <= 100;
const isGrace = (days: number | null): boolean =>
  days !== null && days >= 0 && days <= GRACE_DAYS_MAX;
