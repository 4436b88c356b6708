import { IconChartBar, IconTable } from '@tabler/icons-react';
import { lazy, Suspense, use, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button/Button.tsx';
import { useFormat } from '../format/FormatProvider.tsx';
import { Money } from '../format/Money.tsx';
import { Box } from '../layout/Box.tsx';
import { Row, Stack } from '../layout/Layout.tsx';
import { Text } from '../layout/Text.tsx';
import { Skeleton } from '../page/Skeleton.tsx';
import { isEmptyChart, spellFigure, toneColor } from './chart-data.ts';
import type { ChartData, ChartUnit } from './chart-data.ts';
import type { Drawing, LegendEntry } from './chart-drawing.ts';
import { ChartPicture } from './ChartPicture.tsx';
import { KeyTerm } from './KeyTerm.tsx';
import { SaveMenu } from './SaveMenu.tsx';
import { ToolsPlace } from './tools-place.ts';
import { upright } from './upright.tsx';
import classes from './Chart.module.css';

// `StatTile` imports the sparkline from here, so that it loads in one file with the page's charts.
export { Sparkline } from './Sparkline.tsx';

/** Loads once a reader asks for the table. */
const ChartTable = lazy(async () => ({ default: (await import('./ChartTable.tsx')).ChartTable }));

export type ChartProps = {
  /** The title, which also names the chart for screen readers. */
  title: string;
  /** The title of the axis, such as "Month" or "Team"; it heads the first column of the table. */
  categoryTitle: string;
  data: ChartData;
  /** In pixels; reserved from the first render, so that the page does not shift. */
  height?: number;
  /**
   * The space reserved for legend and picture, in pixels; the picture fills what the legend leaves.
   */
  room?: number;
  loading?: boolean;
  /** False if the page's tiles show the sums of the series, so that the legend does not repeat them. */
  withTotals?: boolean;
  /** Shown if every value is zero or missing. */
  empty: ReactNode;
  /** Opens the records of a category, from the picture and from the table. */
  onSelect?: (categoryId: string) => void;
  /** Name of the saved files, without extension. */
  fileName: string;
};

/**
 * A picture with a legend, such as bars and lines. The same figures can be shown as a table, and
 * both can be saved.
 */
export function Chart({ drawing = upright, ...props }: ChartProps & { drawing?: Drawing }) {
  const { title, categoryTitle, data, height = 280, loading = false, empty, onSelect } = props;
  const { t } = useTranslation('ui');
  const [isTable, setTable] = useState(false);
  const figure = useRef<HTMLElement>(null);
  const isEmpty = !loading && isEmptyChart(data);
  const entries = drawing.legend(data, categoryTitle);
  const { withTotals = true } = props;
  const place = use(ToolsPlace);
  const tools = (
    <Box flow="row" gap={0} wrap={false} fixed data-screen-only>
      <IconButton
        size="compact"
        label={isTable ? t('chart.showPicture') : t('chart.showTable')}
        icon={isTable ? <IconChartBar {...icon} /> : <IconTable {...icon} />}
        disabled={isEmpty || loading}
        onClick={() => setTable(!isTable)}
      />
      <Saves {...props} drawing={drawing} figure={figure} disabled={isEmpty || loading} />
    </Box>
  );
  const legend = withTotals ? entries : entries.map((entry) => ({ ...entry, figure: null }));

  return (
    <figure
      ref={figure}
      aria-label={isTable ? title : t('chart.picture', { title })}
      aria-busy={loading || undefined}
      // `style`: the page gives the height.
      className={classes.chart}
      style={{ minBlockSize: props.room }}
    >
      <Stack gap={2} className={classes.parts}>
        <figcaption>
          <Row align="start" justify="between" gap={4} wrap={false}>
            <ChartKey
              entries={legend}
              unit={data.unit}
              loading={loading}
              isSpare={drawing.namesItsSeries && !isTable && (place ? 'whole' : 'texts')}
            />
            {place ? createPortal(tools, place) : tools}
          </Row>
        </figcaption>
        {isTable && !isEmpty ? (
          // `style`: at least as high as the picture.
          <div style={{ minBlockSize: height }}>
            <Suspense>
              <ChartTable {...props} />
            </Suspense>
          </div>
        ) : (
          // The `key` renders a new picture once the data is loaded: the legend may then have more
          // or fewer lines, which moves the picture.
          <div key={`${loading}`} className={classes.room} style={{ minBlockSize: height }}>
            {isEmpty ? (
              empty
            ) : loading ? (
              <ChartSkeleton />
            ) : (
              <ChartPicture
                title={title}
                data={drawing.shown?.(data) ?? data}
                onSelect={onSelect}
                drawing={drawing}
              />
            )}
          </div>
        )}
      </Stack>
    </figure>
  );
}

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;

type ChartKeyProps = {
  entries: readonly LegendEntry[];
  unit: ChartUnit;
  loading: boolean;
  /** Set if a wide picture makes this legend superfluous: the whole line, or only its texts. */
  isSpare: 'whole' | 'texts' | false | undefined;
};

/**
 * The legend, with each entry's figure if it has one. While the chart loads, the names are
 * placeholders too, because the figures move the names when they come, and a series without data
 * has no entry.
 */
function ChartKey({ entries, unit, loading, isSpare }: ChartKeyProps) {
  return (
    <Row
      as={loading ? 'div' : 'dl'}
      align="start"
      gap={6}
      lines={1}
      className={classes.key}
      data-spare={isSpare || undefined}
    >
      {entries.map(({ id, name, kind, tone, figure }) => (
        <div key={id}>
          {loading ? (
            <Skeleton width="5rem" height="1.25rem" />
          ) : (
            <KeyTerm as="dt" kind={kind} color={toneColor(tone)}>
              {name}
            </KeyTerm>
          )}
          {figure !== null &&
            (loading ? (
              <Skeleton width="7.25rem" height="1.25rem" />
            ) : (
              <Text as="dd" weight="medium" tabular className={classes.figure}>
                <KeyFigure figure={figure} unit={kind === 'dot' ? { kind: 'count' } : unit} />
              </Text>
            ))}
        </div>
      ))}
    </Row>
  );
}

/** Shows a figure without its currency, which the page or the panel names for all its figures. */
function KeyFigure({ figure, unit }: { figure: number; unit: ChartUnit }) {
  const format = useFormat();
  if (unit.kind === 'money') {
    return <Money amountMinor={figure} currency={unit.currency} withCurrency={false} />;
  }
  return spellFigure(figure, unit, format);
}

const skeletonHeights = [38, 44, 41, 52, 57, 54, 63, 61, 70, 74, 72, 80];

/** A skeleton of bars. */
function ChartSkeleton() {
  return (
    <div className={classes.skeleton} aria-hidden="true">
      {skeletonHeights.map((height) => (
        <Skeleton key={height} height={`${height}%`} />
      ))}
    </div>
  );
}

type SavesProps = Pick<ChartProps, 'title' | 'categoryTitle' | 'data' | 'fileName'> & {
  drawing: Drawing;
  figure: RefObject<HTMLElement | null>;
  disabled: boolean;
};

function Saves({ disabled, figure, ...props }: SavesProps) {
  const format = useFormat();
  const save = async (kind: 'png' | 'svg' | 'csv') => {
    const { saveChart } = await import('./save-chart.ts');
    if (figure.current) await saveChart(kind, { ...props, format, styledAs: figure.current });
  };
  return <SaveMenu kinds={['png', 'svg', 'csv']} disabled={disabled} save={save} />;
}
