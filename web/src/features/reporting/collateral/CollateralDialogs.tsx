import type { DigitalAsset } from '@bursar/contracts/reporting/collateral';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { ApiFailure } from '../../../lib/api-client.ts';
import { useContractForm } from '../../../lib/contract-form.ts';
import { DayField } from '../../../ui/form/DayField.tsx';
import { DraftNotice } from '../../../ui/form/FormMessages.tsx';
import { plainDecimal } from '../../../ui/form/parse-amount.ts';
import { PercentField } from '../../../ui/form/PercentField.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { TimeField } from '../../../ui/form/TimeField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Grid } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import {
  useChangeMarginLine,
  useCreateAsset,
  useEnterPrice,
  useMoveCollateral,
  type Collateral,
} from './collateral.queries.ts';

type DialogProps = { readonly opened: boolean; readonly onClose: () => void };
type OfAssets = DialogProps & { readonly assets: readonly DigitalAsset[] };

/**
 * Returns the initial value of a day field: today, or null (an empty field) if today is unknown.
 */
const asDay = (today: string): string | null => today || null;

const optionsOf = (assets: readonly DigitalAsset[]) =>
  assets.map(({ id, symbol, name }) => ({ value: id, label: symbol, note: name }));

/** Returns a function that reports success to the user. */
function useAnnouncement(name: 'asset' | 'price' | 'pledge' | 'release' | 'margin') {
  const { t } = useTranslation('collateral');
  return () => notify.success(t(`done.${name}`));
}

export function AssetDialog({ opened, onClose }: DialogProps) {
  const { t } = useTranslation('collateral');
  const form = useContractForm({
    name: 'asset',
    opened,
    empty: () => ({ id: uuidv7(), symbol: '', name: '', decimals: '8' }),
    rules: ({ symbol, name, decimals }) => ({
      symbol: /^[A-Z0-9.]{1,12}$/.test(symbol.trim().toUpperCase())
        ? undefined
        : t('asset.symbolWrong'),
      name: name.trim() === '' ? t('asset.nameMissing') : undefined,
      decimals: /^(\d|1[0-8])$/.test(decimals) ? undefined : t('asset.decimalsWrong'),
    }),
    body: ({ symbol, decimals, ...values }) => ({
      ...values,
      symbol: symbol.trim().toUpperCase(),
      decimals: Number(decimals),
    }),
    mutation: useCreateAsset(),
    announce: useAnnouncement('asset'),
    onSent: onClose,
  });
  return (
    <FormDialog
      {...form.dialog}
      opened={opened}
      onClose={onClose}
      title={t('asset.add')}
      submitLabel={t('asset.submit')}
    >
      <TextField {...form.field('symbol')} label={t('asset.symbol')} required focusFirst />
      <TextField {...form.field('name')} label={t('asset.name')} required maxLength={80} />
      <TextField
        {...form.field('decimals')}
        label={t('asset.decimals')}
        hint={t('asset.decimalsHint')}
        required
      />
    </FormDialog>
  );
}

type PriceDialogProps = OfAssets & { readonly currencies: readonly string[] };

export function PriceDialog({ opened, onClose, assets, currencies }: PriceDialogProps) {
  const { t } = useTranslation('collateral');
  const { settings } = useFormat();
  const { today = '', locale } = settings;
  const form = useContractForm({
    name: 'price',
    opened,
    empty: () => ({
      id: uuidv7(),
      assetId: assets[0]?.id ?? null,
      currency: currencies[0] ?? '',
      price: '',
      day: asDay(today),
      time: '',
      source: '',
    }),
    rules: ({ assetId, price, day, time, source }) => ({
      assetId: assetId === null ? t('move.assetMissing') : undefined,
      price: plainDecimal(price, locale) === null ? t('price.priceMissing') : undefined,
      day: day === null ? t('move.dayMissing') : undefined,
      time: time === '' ? t('price.timeMissing') : undefined,
      source: source.trim() === '' ? t('price.sourceMissing') : undefined,
    }),
    body: ({ assetId, price, day, ...values }) => {
      const plain = plainDecimal(price, locale);
      if (assetId === null || day === null || plain === null) return null;
      return { ...values, assetId, day, price: plain };
    },
    mutation: useEnterPrice(),
    announce: useAnnouncement('price'),
    onSent: onClose,
  });
  return (
    <FormDialog
      {...form.dialog}
      opened={opened}
      onClose={onClose}
      title={t('price.enter')}
      submitLabel={t('price.submit')}
    >
      <Text tone="soft">{t('price.meaning')}</Text>
      <SelectField
        {...form.field('assetId')}
        label={t('asset.asset')}
        options={optionsOf(assets)}
      />
      <TextField
        {...form.field('price')}
        label={t('asset.price', { currency: form.values.currency })}
        required
        focusFirst
      />
      {currencies.length > 1 && (
        <SelectField
          {...form.field('currency')}
          label={t('price.currency')}
          options={currencies.map((value) => ({ value, label: value }))}
          required
        />
      )}
      <Grid min={10} gap={3}>
        <DayField
          {...form.field('day')}
          label={t('price.day')}
          today={today}
          latest={today}
          required
        />
        <TimeField {...form.field('time')} label={t('price.time')} required />
      </Grid>
      <TextField
        {...form.field('source')}
        label={t('asset.source')}
        hint={t('price.sourceHint')}
        required
        maxLength={120}
      />
    </FormDialog>
  );
}

type MoveDialogProps = OfAssets & {
  readonly event: 'pledge' | 'release';
  /** Null if the user types the loan's reference. */
  readonly loan: { readonly id: string; readonly reference: string } | null;
};

export function MoveDialog({ opened, onClose, assets, event, loan }: MoveDialogProps) {
  const { t } = useTranslation('collateral');
  const { settings } = useFormat();
  const { today = '', locale } = settings;
  const form = useContractForm({
    name: event,
    opened,
    // A move whose answer was lost is sent again with its id, also after the dialog was closed.
    draftName: `collateral-${event}.${loan?.id ?? ''}`,
    empty: () => ({
      id: uuidv7(),
      reference: loan?.reference ?? '',
      assetId: assets[0]?.id ?? null,
      quantity: '',
      valueDate: asDay(today),
      custody: '',
    }),
    rules: ({ reference, assetId, quantity, valueDate }) => ({
      reference: reference.trim() === '' ? t('move.loanMissing') : undefined,
      assetId: assetId === null ? t('move.assetMissing') : undefined,
      quantity: plainDecimal(quantity, locale) === null ? t('move.quantityMissing') : undefined,
      valueDate: valueDate === null ? t('move.dayMissing') : undefined,
    }),
    refusedAt: (cause) =>
      cause instanceof ApiFailure && cause.code === 'not_found' ? 'reference' : null,
    body: ({ id, reference, assetId, quantity, valueDate, custody }) => {
      const plain = plainDecimal(quantity, locale);
      if (assetId === null || valueDate === null || plain === null) return null;
      const of = loan ? { id: loan.id } : { reference: reference.trim() };
      return { id, event, assetId, valueDate, custody, quantity: plain, loan: of };
    },
    mutation: useMoveCollateral(),
    announce: useAnnouncement(event),
    onSent: onClose,
    onRefused: (cause) => {
      if (cause instanceof ApiFailure && cause.code === 'id_reused_with_different_content') {
        form.removeDraft();
      }
    },
  });
  return (
    <FormDialog
      {...form.dialog}
      draftOnClose={form.isBusy ? undefined : form.dialog.draftOnClose}
      opened={opened}
      onClose={onClose}
      title={loan ? t(`move.${event}For`, { loan: loan.reference }) : t(`move.${event}`)}
      submitLabel={t(`move.${event}`)}
    >
      <DraftNotice hasDraft={form.hasDraft} onDiscard={form.discard} />
      {!loan && (
        <TextField
          {...form.field('reference')}
          label={t('loans.loan')}
          hint={t('move.loanHint')}
          required
          focusFirst
        />
      )}
      <SelectField
        {...form.field('assetId')}
        label={t('asset.asset')}
        options={optionsOf(assets)}
      />
      <TextField {...form.field('quantity')} label={t('asset.quantity')} required />
      <DayField
        {...form.field('valueDate')}
        label={t(`move.${event}On`)}
        today={today}
        latest={today}
        required
      />
      <TextField
        {...form.field('custody')}
        label={t('move.custody')}
        hint={t('move.custodyHint')}
        maxLength={200}
        optional
      />
    </FormDialog>
  );
}

type MarginDialogProps = DialogProps & { readonly line: NonNullable<Collateral['line']> };

export function MarginDialog({ opened, onClose, line }: MarginDialogProps) {
  const { t } = useTranslation('collateral');
  const form = useContractForm({
    name: 'margin',
    opened,
    empty: () => ({
      warning: percentOf(line.warningBps),
      call: percentOf(line.callBps),
      hours: String(line.priceMaxAgeHours),
      version: line.version,
    }),
    rules: ({ warning, call, hours }) => ({
      warning: bpsOf(warning) === null ? t('margin.percentWrong') : undefined,
      call: bpsOf(call) === null ? t('margin.percentWrong') : undefined,
      hours:
        /^[1-9]\d{0,3}$/.test(hours) && Number(hours) <= 8_760 ? undefined : t('margin.hoursWrong'),
    }),
    refusedAt: (cause) =>
      cause instanceof ApiFailure && cause.code === 'call_below_warning' ? 'call' : null,
    body: ({ warning, call, hours, version }) => {
      const [warningBps, callBps] = [bpsOf(warning), bpsOf(call)];
      if (warningBps === null || callBps === null) return null;
      return { warningBps, callBps, priceMaxAgeHours: Number(hours), version };
    },
    mutation: useChangeMarginLine(),
    announce: useAnnouncement('margin'),
    onSent: onClose,
  });
  return (
    <FormDialog
      {...form.dialog}
      opened={opened}
      onClose={onClose}
      title={t('margin.open')}
      submitLabel={t('margin.submit')}
    >
      <Text tone="soft">{t('margin.meaning')}</Text>
      <Grid min={10} gap={3}>
        <PercentField {...form.field('warning')} label={t('state.warning')} required />
        <PercentField {...form.field('call')} label={t('state.call')} required />
      </Grid>
      <TextField
        {...form.field('hours')}
        label={t('margin.hours')}
        hint={t('margin.hoursHint')}
        required
      />
    </FormDialog>
  );
}

/** Converts basis points to per cent without trailing zeros. */
const percentOf = (bps: number): string | null => String(bps / 100);

function bpsOf(percent: string | null): number | null {
  if (percent === null) return null;
  const bps = Math.round(Number(percent) * 100);
  return bps >= 1 && bps <= 100_000 ? bps : null;
}
