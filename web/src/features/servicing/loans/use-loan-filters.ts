import {
  contactOutcomes,
  loanStatuses,
  loanWorkFilters,
  promiseFilters,
  someOrNone,
} from '@bursar/contracts/choices';
import type { Fact } from '@bursar/contracts/fact-kinds';
import { borrowerFacts, loanFacts } from '@bursar/contracts/facts';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { languages } from '../../../lib/languages.ts';
import { fieldValueText } from '../../../ui/fact/field-format.ts';
import type { Filter, FilterOption } from '../../../ui/filters/filter-values.ts';
import { withChosen } from '../../../ui/filters/with-chosen.ts';
import { ARREARS_SCALE } from '@bursar/loan-maths/buckets';
import type { LoanListConfig } from './loan-lists.ts';

type Translate = TFunction<['loans', 'facts']>;

/**
 * The currency of amount filters, and the options that are loaded from the server. Options are
 * undefined while they load.
 */
export type HolderOptions = {
  readonly currency: string;
  readonly teams: readonly FilterOption[] | undefined;
  readonly agents: readonly FilterOption[] | undefined;
  readonly tags: readonly FilterOption[] | undefined;
  readonly products: readonly FilterOption[] | undefined;
};

/** The filters of a list, in the order of its chips. */
export function useLoanFilters(config: LoanListConfig, holders: HolderOptions): readonly Filter[] {
  const { t } = useTranslation(['loans', 'facts']);
  const [search] = useSearchParams();
  const team = search.get('team');
  const agent = search.get('agent');
  const importId = search.get('importId');
  const batch = search.get('batch');
  const tags = search.get('tags');
  const products = search.get('products');
  return useMemo(
    () => [
      { id: 'q', kind: 'search', label: t('filter.search'), placeholder: t('filter.searchHint') },
      { id: 'bucket', kind: 'choices', label: t('filter.bucket'), options: bucketOptions(t) },
      {
        id: 'status',
        kind: 'choices',
        label: t('filter.status'),
        options: statusOptions(t),
        // The loans of one import or batch are listed whatever their status.
        ...(config.status && !importId && !batch && { usual: config.status }),
      },
      ...(config.holders.includes('team')
        ? [
            choice(
              'team',
              t('filter.team'),
              withChosen(holders.teams, { chosen: team, missing: t('filter.otherTeam') }),
            ),
          ]
        : []),
      ...(config.holders.includes('agent')
        ? [
            choice(
              'agent',
              t('filter.agent'),
              withChosen(holders.agents, { chosen: agent, missing: t('filter.otherAgent') }),
            ),
          ]
        : []),
      {
        id: 'tags',
        kind: 'choices',
        label: t('filter.tags'),
        options: withChosen(holders.tags, { chosen: tags, missing: t('filter.removedTag') }),
      },
      {
        ...choice(
          'work',
          t('filter.work'),
          loanWorkFilters.map((work) => ({ value: work, label: t(`work.${work}`) })),
        ),
        isSeldom: true,
      },
      ...workFilters(t),
      ...(['outstanding', 'dueAmount', 'arrearsAmount'] as const).map((id) => ({
        id,
        kind: 'amounts' as const,
        label: t(`filter.${id}`),
        currency: holders.currency,
        isSeldom: true,
      })),
      { id: 'due', kind: 'days', label: t('filter.due'), isSeldom: true },
      ...factFilters(t, holders.currency),
      {
        id: 'products',
        kind: 'choices',
        label: t('filter.products'),
        options: withChosen(holders.products, {
          chosen: products,
          missing: t('filter.otherProduct'),
        }),
        isSeldom: true,
      },
      ...(importId
        ? [
            choice('importId', t('filter.import'), [
              { value: importId, label: t('filter.thisImport') },
            ]),
          ]
        : []),
      ...(batch
        ? [choice('batch', t('filter.batch'), [{ value: batch, label: t('filter.thisBatch') }])]
        : []),
    ],
    [t, config, holders, team, agent, importId, batch, tags, products],
  );
}

/** Returns the filters for the work on a loan and for contacting its borrower. */
function workFilters(t: Translate): readonly Filter[] {
  const someOrNoneOf = (id: 'nextAction' | 'snoozed' | 'phone') => ({
    ...choice(
      id,
      t(`filter.${id}`),
      someOrNone.map((value) => ({ value, label: t(`someOrNone.${id}.${value}`) })),
    ),
    isSeldom: true,
  });
  return [
    {
      id: 'lastOutcome',
      kind: 'choices',
      label: t('filter.lastOutcome'),
      options: contactOutcomes.map((value) => ({ value, label: t(`outcome.${value}`) })),
      isSeldom: true,
    },
    { id: 'lastContact', kind: 'days', label: t('filter.lastContact'), isSeldom: true },
    {
      id: 'promise',
      kind: 'choices',
      label: t('filter.promise'),
      options: promiseFilters.map((value) => ({ value, label: t(`promiseState.${value}`) })),
      isSeldom: true,
    },
    someOrNoneOf('nextAction'),
    someOrNoneOf('snoozed'),
    {
      id: 'language',
      kind: 'choices',
      label: t('filter.language'),
      options: languages.map(({ code, name }) => ({ value: code, label: name })),
      isSeldom: true,
    },
    someOrNoneOf('phone'),
  ];
}

/** Returns the filters for facts: by range, by choice or by exact text. */
function factFilters(t: Translate, currency: string): readonly Filter[] {
  return Object.entries<Fact>({ ...loanFacts, ...borrowerFacts }).flatMap(([name, fact]) =>
    fact.list?.filters
      ? [{ id: fact.list.id, label: t(`facts:${name}`), isSeldom: true, ...takes(t, name, fact) }]
      : [],
  );

  function takes(texts: Translate, name: string, fact: Fact) {
    switch (fact.kind) {
      case 'money':
        return { kind: 'amounts' as const, currency };
      case 'rate':
        return { kind: 'percents' as const };
      case 'day':
        return { kind: 'days' as const };
      case 'choice':
        return {
          kind: 'choices' as const,
          options: fact.choices.map((value) => ({
            value,
            label: fieldValueText(texts, name, fact, value),
          })),
        };
      case 'yes-no':
        return {
          kind: 'choice' as const,
          options: ['yes', 'no'].map((value) => ({ value, label: texts(`facts:${value}`) })),
        };
      default:
        return { kind: 'text' as const };
    }
  }
}

function choice(id: string, label: string, options: readonly FilterOption[]): Filter {
  return { id, kind: 'choice', label, options };
}

function bucketOptions(t: Translate): readonly FilterOption[] {
  return ARREARS_SCALE.map((bucket) => ({ value: bucket, label: t(`bucket.${bucket}`) }));
}

function statusOptions(t: Translate): readonly FilterOption[] {
  return loanStatuses.map((status) => ({ value: status, label: t(`status.${status}`) }));
}
