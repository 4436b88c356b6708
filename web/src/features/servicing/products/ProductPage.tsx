import type { ProductTerms } from '@bursar/contracts/servicing/product-terms';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ProductVersion, ReadProduct } from '@bursar/contracts/servicing/products';
import type { LoanFee } from '@bursar/loan-maths/loan-cost';
import { IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo, useState, type ComponentProps, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { allocationOrderText } from '../loan-account/allocation-order-text.ts';
import { useBusinessCalendar } from '../loan-account/business-calendar-query.ts';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { detailLoadOf } from '../../../lib/page-load.ts';
import { sessionQuery, useMay } from '../../../lib/session-query.ts';
import { useAddress } from '../../../lib/use-address.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { CreateButton } from '../../../ui/button/CreateButton.tsx';
import { LoanCostPicture } from '../loan-account/LoanCostPicture.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import type { Formatters } from '../../../ui/format/formatters.ts';
import { FactGrid } from '../../../ui/layout/FactGrid.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { DetailPage } from '../../../ui/page/DetailPage.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { FormToCome } from '../../../ui/page/PageShape.tsx';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import { MadeOf } from './MadeOf.tsx';
import { PenaltyDialog } from './PenaltyDialog.tsx';
import { CreateProductForm, NewTermsForm } from './ProductForm.tsx';
import { choiceText, exampleOf } from './product-values.ts';
import { productQuery, useArchiveProduct } from './products.queries.ts';

type PlaceProps = { readonly back: ReactNode };

/** The page that creates a product, for portfolio managers. */
export function CreateProduct({ back }: PlaceProps) {
  const { t } = useTranslation('products');
  const load = loadOf(useQuery(sessionQuery));
  const mayManage = useMay('manage-products');
  return (
    <>
      <PageHeader title={t('create.title')} description={t('create.meaning')} back={back} />
      {mayManage && (
        <Loaded load={load} waiting={<FormToCome />}>
          {({ portfolio }) => portfolio && <CreateProductForm place={portfolio} />}
        </Loaded>
      )}
      {!mayManage && <EmptyState title={t('create.mayNot')} hint={t('create.mayNotHint')} />}
    </>
  );
}

type Whole = AnswerOf<ReadProduct>;

/** One loan product with the terms of each version. */
export function ProductPage({ productId, back }: PlaceProps & { readonly productId: string }) {
  const { t } = useTranslation('products');
  const query = useQuery(productQuery(productId));
  useDocumentTitle(query.data?.name);
  return (
    <DetailPage
      load={detailLoadOf(query)}
      back={back}
      shape={{ parts: ['facts', 'picture'] }}
      title={t('one.title')}
      missing={
        <EmptyState
          icon={<IconFileOff size={22} stroke={1.5} />}
          title={t('one.missing')}
          hint={t('one.missingHint')}
        />
      }
    >
      {(product) => <OneProduct product={product} back={back} />}
    </DetailPage>
  );
}

function OneProduct({ product, back }: PlaceProps & { readonly product: Whole }) {
  const { t } = useTranslation('products');
  const portfolio = useQuery(sessionQuery).data?.portfolio;
  const mayManage = useMay('manage-products');
  const [terms, setTerms] = useAddress('terms');
  const isWriting = mayManage && terms === 'new' && !product.isArchived && portfolio;
  return (
    <>
      <PageHeader
        title={<bdi>{product.name}</bdi>}
        badges={product.isArchived && <StatusBadge tone="done">{t('one.archived')}</StatusBadge>}
        description={isWriting ? t('one.writing') : <MadeOf product={product} />}
        back={back}
        actions={
          mayManage &&
          !isWriting && (
            <>
              <ArchiveButton product={product} />
              {!product.isArchived && product.latest && (
                <PenaltyButton productId={product.id} latest={product.latest} />
              )}
              {!product.isArchived && (
                <CreateButton onClick={() => setTerms('new')}>{t('one.newTerms')}</CreateButton>
              )}
            </>
          )
        }
      />
      {isWriting ? (
        <NewTermsForm product={product} place={portfolio} onCancel={() => setTerms(null)} />
      ) : (
        <Versions product={product} />
      )}
    </>
  );
}

type PenaltyButtonProps = Pick<ComponentProps<typeof PenaltyDialog>, 'productId' | 'latest'>;

function PenaltyButton(props: PenaltyButtonProps) {
  const { t } = useTranslation('products');
  const [isOpen, setOpen] = useState(false);
  const [, showVersion] = useAddress('version');
  const close = () => setOpen(false);
  const saved = () => {
    close();
    showVersion(null);
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('penaltyForm.action')}</Button>
      <PenaltyDialog {...props} opened={isOpen} onClose={close} onSaved={saved} />
    </>
  );
}

/** The latest terms, or those of the version in the address. */
function Versions({ product }: { readonly product: Whole }) {
  const { t } = useTranslation('products');
  const format = useFormat();
  const [asked, setAsked] = useAddress('version');
  const { versions } = product;
  const shown = versions.find(({ number }) => String(number) === asked) ?? versions[0];
  if (!shown) return <EmptyState title={t('one.noTerms')} hint={t('one.noTermsHint')} />;
  const isLatest = shown === versions[0];
  return (
    <Stack gap={6}>
      {versions.length > 1 && (
        <SelectField
          id="product-version"
          label={t('version.label')}
          required
          options={versions.map(({ number, madeAt }, index) => ({
            value: String(number),
            label: t(index === 0 ? 'version.latest' : 'version.former', {
              number: format.count(number),
              day: format.instant(madeAt, 'medium'),
            }),
          }))}
          value={String(shown.number)}
          onChange={(number) => setAsked(number === String(versions[0]?.number) ? null : number)}
        />
      )}
      <Panel
        title={t('version.terms')}
        note={t('version.madeBy', {
          who: shown.madeBy,
          day: format.instant(shown.madeAt, 'medium'),
          count: shown.loans,
          figure: format.count(shown.loans),
        })}
      >
        <TermsList version={shown} />
      </Panel>
      {isLatest && <ExampleOf version={shown} portfolioId={product.portfolio.id} />}
    </Stack>
  );
}

function TermsList({ version }: { readonly version: ProductVersion }) {
  const { t } = useTranslation('products');
  const format = useFormat();
  const { t: fieldValueText } = useTranslation('facts');
  const lines = linesOf(version, { t, fieldValueText, format });
  return (
    <FactGrid
      facts={lines.map(([word, value]) => ({ id: word, name: t(`line.${word}`), value }))}
    />
  );
}

type Translate = {
  readonly t: TFunction<'products'>;
  readonly fieldValueText: TFunction<'facts'>;
  readonly format: Formatters;
};

function linesOf({ currency, terms }: ProductVersion, texts: Translate) {
  const { t, format } = texts;
  const range = (from: string, to: string) => t('range', { from, to });
  const fee = (of: LoanFee | null) => of && feeText(of, { ...texts, currency });
  const { penalty } = terms;
  const lines: readonly (readonly [LineWord, string | null | false])[] = [
    [
      'amount',
      range(
        format.money(terms.principalMinMinor, currency),
        format.amount(terms.principalMaxMinor, currency),
      ),
    ],
    [
      'rate',
      t('usual', {
        usual: format.percent(terms.annualRatePercent),
        range: range(
          format.percent(terms.annualRateMinPercent),
          format.percent(terms.annualRateMaxPercent),
        ),
      }),
    ],
    [
      'count',
      t('usual', {
        usual: format.count(terms.instalmentCount),
        range: range(
          format.count(terms.instalmentCountMin),
          format.count(terms.instalmentCountMax),
        ),
      }),
    ],
    [
      'every',
      t(`every.${terms.frequencyUnit}`, {
        count: terms.frequencyEvery,
        figure: format.count(terms.frequencyEvery),
      }),
    ],
    ['method', choiceText(t, terms.scheduleMethod)],
    ['dayCount', choiceText(t, terms.dayCount)],
    ['grace', graceText(terms, texts)],
    [
      'rounding',
      t('roundedTo', {
        rounding: choiceText(t, terms.instalmentRounding),
        amount: format.amount(terms.instalmentMultipleMinor, currency),
      }),
    ],
    ['dayOff', choiceText(t, terms.dayOffRule)],
    ['disbursementFee', fee(terms.disbursementFee)],
    ['instalmentFee', fee(terms.instalmentFee)],
    [
      'penalty',
      penalty &&
        t(`penalty.${penalty.kind}`, {
          fee: feeText(penalty, { ...texts, currency }),
          count: penalty.graceDays,
          figure: format.count(penalty.graceDays),
        }),
    ],
    ['penaltyCap', penalty?.capMinor ? format.amount(penalty.capMinor, currency) : null],
    ['order', allocationOrderText(texts.fieldValueText, terms.allocationOrder)],
  ];
  return lines.filter(([, value]) => value);
}

type LineWord =
  | 'amount'
  | 'rate'
  | 'count'
  | 'every'
  | 'method'
  | 'dayCount'
  | 'grace'
  | 'rounding'
  | 'dayOff'
  | 'disbursementFee'
  | 'instalmentFee'
  | 'penalty'
  | 'penaltyCap'
  | 'order';

function feeText(fee: LoanFee, { format, currency }: Translate & { readonly currency: string }) {
  return fee.kind === 'fixed'
    ? format.amount(fee.amountMinor, currency)
    : format.percent(fee.percent);
}

function graceText({ gracePrincipal, graceInterest }: ProductTerms, { t, format }: Translate) {
  const partsOf = (word: 'principal' | 'interest', count: number) =>
    count > 0 ? [t(`grace.${word}`, { count, figure: format.count(count) })] : [];
  return format.list([
    ...partsOf('principal', gracePrincipal),
    ...partsOf('interest', graceInterest),
  ]);
}

type ExampleProps = { readonly version: ProductVersion; readonly portfolioId: string };

/** An example loan on these terms from today, with the largest amount. */
function ExampleOf({ version, portfolioId }: ExampleProps) {
  const { t } = useTranslation('products');
  const format = useFormat();
  const today = useQuery(sessionQuery).data?.portfolio?.businessDate ?? format.settings.today;
  const { terms, currency } = version;
  const businessCalendar = useBusinessCalendar(portfolioId);
  const example = useMemo(
    () => today && businessCalendar && exampleOf(terms, { currency, day: today, businessCalendar }),
    [terms, currency, today, businessCalendar],
  );
  if (!example) return null;
  const { principalMinor, annualRatePercent } = example.loan;
  const instalments = example.cost.schedule.rows.length;
  return (
    <Panel
      title={t('section.example')}
      note={t('example.of', {
        amount: format.amount(principalMinor, currency),
        rate: format.percent(annualRatePercent),
        count: instalments,
        figure: format.count(instalments),
      })}
    >
      <LoanCostPicture currency={currency} cost={example.cost} />
    </Panel>
  );
}

function ArchiveButton({ product }: { readonly product: Whole }) {
  const { t } = useTranslation('products');
  const [isAsked, setAsked] = useState(false);
  const archiving = useArchiveProduct(product.id);
  const undoing = useArchiveProduct(product.id);
  const verb = product.isArchived ? 'restore' : 'archive';
  const opposite = product.isArchived ? 'archive' : 'restore';
  return (
    <>
      <Button onClick={() => setAsked(true)}>{t(`${verb}.action`)}</Button>
      <ConfirmDialog
        opened={isAsked}
        onClose={() => setAsked(false)}
        title={t(`${verb}.title`, { name: product.name })}
        confirmLabel={t(`${verb}.action`)}
        busy={archiving.isPending}
        failure={archiving.error ? failureSentence(archiving.error) : undefined}
        onConfirm={() =>
          archiving.mutate(verb, {
            onSuccess: () => {
              setAsked(false);
              notify.undo(t(`${verb}.done`, { name: product.name }), {
                label: t('ui:overlay.undo'),
                run: () =>
                  void undoing
                    .mutateAsync(opposite)
                    .catch((cause: unknown) => notify.error(failureSentence(cause))),
              });
            },
          })
        }
      >
        {t(`${verb}.meaning`)}
      </ConfirmDialog>
    </>
  );
}
