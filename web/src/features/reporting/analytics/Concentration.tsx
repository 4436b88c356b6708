import { concentrationKinds } from '@bursar/contracts/reporting/analytics.values';
import { loanFacts } from '@bursar/contracts/facts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.ts';
import { useAddress } from '../../../lib/use-address.ts';
import { chartShapes } from '../../../ui/chart/chart-shapes.ts';
import { LazyChart } from '../../../ui/chart/LazyChart.tsx';
import { fieldValueText } from '../../../ui/fact/field-format.ts';
import { SegmentedChoice } from '../../../ui/filters/SegmentedChoice.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ChartPanel } from '../../../ui/chart/ChartPanel.tsx';
import type { ConcentrationBook } from './analytics.queries.ts';
import { BehindDrawer, type OpenFigure } from './BehindDrawer.tsx';

/** Number of the largest parts that are shown; the other parts are added up. */
const partsShown = 12;
/** Height of a bar with its name, in pixels. */
const rowHeight = 28;

const NONE = 'none';
const REST = 'rest';
/** Prefix of a named part's id, because a name may be any text, such as `none` or `rest`. */
const NAMED = '=';

const filters = { product: 'products', purpose: 'purpose', grade: 'grade' } as const;
type Kind = keyof typeof filters;

/**
 * Shows the outstanding principal by product, purpose or grade. A bar links to its loans in the
 * role's loan list; if that list has no such filter, or the role has no list, the loans open in a
 * drawer.
 */
export function Concentration({ book }: { book: ConcentrationBook }) {
  const { t } = useTranslation('analytics');
  const role = useSession()?.role ?? 'user';
  const navigate = useNavigate();
  const [by, setBy] = useAddress('by');
  const [, setOpened] = useAddress('part');
  const kind = concentrationKinds.find((one) => one === by) ?? 'product';
  const { currency } = book;
  const bars = useBars(book, kind);
  const open = (id: string) => {
    if (role === 'admin' || !id.startsWith(NAMED)) {
      setOpened(`${currency}.${id}`);
      return;
    }
    const asked = { status: 'active', [filters[kind]]: id.slice(NAMED.length) };
    void navigate(`${paths.allLoans[role]}?${new URLSearchParams(asked).toString()}`);
  };
  return (
    <ChartPanel
      title={t('concentration.title')}
      definition={t('concentration.definition')}
      note={
        <SegmentedChoice
          label={t('concentration.by')}
          choices={concentrationKinds.map((value) => ({
            value,
            label: t(`concentration.${value}`),
          }))}
          chosen={kind}
          onChoose={setBy}
        />
      }
    >
      <LazyChart
        // Horizontal, because product and purpose names are long.
        shape={chartShapes.horizontal}
        title={t('concentration.title')}
        categoryTitle={t(`concentration.${kind}`)}
        data={{
          categories: bars.map(({ id, label }) => ({ id, label })),
          series: [
            {
              id: 'outstanding',
              name: t('concentration.outstanding', { currency }),
              kind: 'bar',
              tone: 1,
              values: bars.map(({ outstandingMinor }) => outstandingMinor),
            },
          ],
          unit: { kind: 'money', currency },
        }}
        height={Math.max(160, bars.length * rowHeight)}
        empty={<Text tone="muted">{t('concentration.none')}</Text>}
        onSelect={open}
        fileName={`concentration-${kind}-${currency}`}
      />
      <BehindDrawer figure={useOpenPart(book, kind)} onClose={() => setOpened(null)} />
    </ChartPanel>
  );
}

function useBars({ parts }: ConcentrationBook, kind: Kind) {
  const { t } = useTranslation('analytics');
  const { t: tFacts } = useTranslation('facts');
  const labelOf = (name: string) =>
    kind === 'product' ? name : fieldValueText(tFacts, kind, loanFacts[kind], name);
  const own = parts.filter((part) => part.kind === kind);
  const rest = own.slice(partsShown);
  const restMinor = rest.reduce((sum, part) => sum + part.outstandingMinor, 0);
  return [
    ...own.slice(0, partsShown).map(({ id, name, outstandingMinor }) => ({
      id: id === null ? NONE : `${NAMED}${id}`,
      label: name === null ? t('concentration.unnamed') : labelOf(name),
      outstandingMinor,
    })),
    ...(restMinor > 0
      ? [{ id: REST, label: t('concentration.rest'), outstandingMinor: restMinor }]
      : []),
  ];
}

/** Returns the loans of the bar that the address opens, such as `USD.=Car`. */
function useOpenPart(book: ConcentrationBook, kind: Kind): OpenFigure | null {
  const [opened] = useAddress('part');
  const { currency } = book;
  const bar = useBars(book, kind).find(({ id }) => opened === `${currency}.${id}`);
  if (!bar) return null;
  const asked = {
    currency,
    kind,
    ...(bar.id === REST && { beyond: partsShown }),
    ...(bar.id.startsWith(NAMED) && { part: bar.id.slice(NAMED.length) }),
  };
  return { title: bar.label, behind: [{ kind: 'concentrated', name: bar.label, asked }] };
}
