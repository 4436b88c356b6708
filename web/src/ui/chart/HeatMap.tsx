import { useRef, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import { useFormat } from '../format/FormatProvider.tsx';
import { Row, Stack } from '../layout/Layout.tsx';
import edges from '../scroll/ScrollEdges.module.css';
import { useScrollEdges } from '../scroll/use-scroll-edges.ts';
import { SaveMenu } from './SaveMenu.tsx';
import classes from './HeatMap.module.css';

export type HeatCell = {
  /** Per cent of the row's total; null if there is no value. */
  readonly percent: number | null;
  /** The full meaning of the cell: its accessible name and its tooltip. */
  readonly name: string;
  /** Draws the cell in the neutral colour; set if a large percentage is not bad news. */
  readonly isPlain?: boolean;
};

export type HeatRow = {
  readonly id: string;
  readonly label: string;
  /** The total of the row, shown next to its name. */
  readonly whole: string;
  readonly cells: readonly HeatCell[];
};

type HeatMapProps = {
  title: string;
  /** Shown above the map, in the line of its actions. */
  children?: ReactNode;
  /** The headings of the columns with the names and the totals of the rows. */
  rowTitle: string;
  wholeTitle: string;
  columns: readonly { readonly id: string; readonly label: string }[];
  rows: readonly HeatRow[];
  /** The share that gets the darkest colour. */
  fullPercent: number;
  /** Opens the records that a cell counts. */
  onSelect: (rowId: string, columnId: string) => void;
  fileName: string;
};

/** Per cent of the map's width that all cells of a row take together. */
const cellsPercent = 76;

type Heat = CSSProperties & { '--heat': string };

/**
 * Shares by row and column, darker for larger shares. Each cell shows its figure, so that colour is
 * never the only sign. Arrow keys move between cells, Enter opens one.
 */
export function HeatMap(props: HeatMapProps) {
  const { title, rowTitle, wholeTitle, columns, rows, fullPercent, onSelect } = props;
  const format = useFormat();
  const scroller = useRef<HTMLDivElement>(null);
  useScrollEdges(scroller);
  const table = useRef<HTMLTableElement>(null);
  const first = firstCell(rows);
  return (
    <Stack as="section" gap={1} aria-label={title}>
      <Row justify={props.children ? 'between' : 'end'} lines={1}>
        {props.children}
        <SaveMenu
          kinds={['png', 'csv']}
          save={(kind) => (kind === 'png' ? savePng(table.current, props) : saveCsv(props))}
        />
      </Row>
      <div ref={scroller} className={`${classes.scroller} ${edges.fades}`}>
        <table ref={table} className={classes.map} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{rowTitle}</th>
              <th scope="col" data-figure className={classes.whole}>
                {wholeTitle}
              </th>
              {columns.map(({ id, label }) => (
                // Columns of equal width keep the diagonal of a square map straight.
                <th
                  key={id}
                  scope="col"
                  data-figure
                  style={{ inlineSize: `${cellsPercent / columns.length}%` }}
                >
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, down) => (
              <tr key={row.id}>
                <th scope="row">
                  <span className={classes.line}>{row.label}</span>
                  <span className={classes.below}>{row.whole}</span>
                </th>
                <td data-figure className={classes.whole}>
                  {row.whole}
                </td>
                {columns.map(({ id }, along) => {
                  const cell = row.cells[along];
                  if (!cell || cell.percent === null) return <td key={id} />;
                  const { percent, name, isPlain } = cell;
                  const heat: Heat = {
                    '--heat': `${Math.min(100, (percent / Math.max(fullPercent, 0.01)) * 100)}%`,
                  };
                  return (
                    <td key={id} className={classes.place}>
                      <button
                        type="button"
                        className={classes.cell}
                        style={heat}
                        data-plain={isPlain || undefined}
                        data-zero={percent === 0 || undefined}
                        title={name}
                        tabIndex={first?.down === down && first.along === along ? 0 : -1}
                        data-cell={`${down} ${along}`}
                        onClick={() => onSelect(row.id, id)}
                        onKeyDown={moveByKey}
                      >
                        {format.percent(percent, 1)} <span className="unseen">{name}</span>
                      </button>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Stack>
  );
}

/**
 * Returns the position of the first cell with a value, which is the only cell in the tab order;
 * null if there is none.
 */
function firstCell(rows: readonly HeatRow[]) {
  const down = rows.findIndex(({ cells }) => cells.some(({ percent }) => percent !== null));
  const along = rows[down]?.cells.findIndex(({ percent }) => percent !== null);
  return along === undefined ? null : { down, along };
}

const steps: Readonly<Record<string, readonly [down: number, along: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Moves the focus to the next cell in the key's direction; an empty cell stops it. */
function moveByKey(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = steps[event.key];
  const at = event.currentTarget.dataset['cell'];
  if (!step || at === undefined) return;
  const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
  const [down = 0, along = 0] = at.split(' ').map(Number);
  const next = `${down + step[0]} ${along + step[1] * (isRtl ? -1 : 1)}`;
  const cell = event.currentTarget
    .closest('table')
    ?.querySelector<HTMLElement>(`[data-cell="${next}"]`);
  if (!cell) return;
  event.preventDefault();
  cell.focus();
}

async function savePng(
  table: HTMLTableElement | null,
  { title, fileName }: HeatMapProps,
): Promise<void> {
  const [{ heatToPng }, { saveFile }] = await Promise.all([
    import('./heat-png.ts'),
    import('./chart-files.ts'),
  ]);
  const png = table && (await heatToPng(table, title));
  if (png) saveFile(`${fileName}.png`, png);
}

async function saveCsv({ rowTitle, columns, rows, fileName }: HeatMapProps): Promise<void> {
  const { chartToCsv, csvFile, saveFile } = await import('./chart-files.ts');
  const csv = chartToCsv(
    {
      categories: rows.map(({ id, label }) => ({ id, label })),
      series: columns.map(({ id, label }, along) => ({
        id,
        name: label,
        kind: 'bar',
        tone: 1,
        values: rows.map(({ cells }) => cells[along]?.percent ?? null),
      })),
      unit: { kind: 'percent' },
    },
    rowTitle,
  );
  saveFile(`${fileName}.csv`, csvFile(csv));
}
