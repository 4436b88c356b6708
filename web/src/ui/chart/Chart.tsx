import { IconChartBar, IconDownload, IconTable } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button/Button.tsx';
import { Menu } from '../menu/Menu.tsx';
import { isEmptyChart } from './chart-data.ts';
import type { ChartData } from './chart-data.ts';
import { chartToCsv } from './chart-csv.ts';
import { spellTick } from './chart-figures.ts';
import { chartToPng } from './chart-png.ts';
import { useFormat } from '../format/FormatProvider.tsx';
import { ChartKey } from './ChartKey.tsx';
import { ChartSkeleton } from './ChartSkeleton.tsx';
import { ChartTable } from './ChartTable.tsx';
import { readChartInk } from './chart-ink.ts';
import { ChartPicture } from './ChartPicture.tsx';
import { csvFile, saveFile } from './save-file.ts';
import classes from './Chart.module.css';

type ChartProps = {
  /** What the picture shows, as its title and for readers that do not see it. */
  title: string;
  /** What stands on the axis: "Month", "Team". Heads the first column of the table. */
  categoryTitle: string;
  data: ChartData;
  /** In pixels; kept from the first moment on, so that nothing shifts. */
  height?: number;
  loading?: boolean;
  /** What to show when every value is nought. */
  empty: ReactNode;
  /** Opens what is behind a bar; the rows of the table do the same. */
  onSelect?: (categoryId: string) => void;
  /** Name of the files saved, without ending. */
  fileName: string;
};

/** Bars and lines with their key, the same figures as a table one key away, and both to be saved. */
export function Chart(props: ChartProps) {
  const { title, data, height = 280, loading = false, empty, onSelect } = props;
  const { t } = useTranslation('ui');
  const [isTable, setTable] = useState(false);
  const figure = useRef<HTMLElement>(null);
  const isEmpty = !loading && isEmptyChart(data);

  return (
    <figure
      ref={figure}
      aria-label={isTable ? title : t('chart.picture', { title })}
      aria-busy={loading || undefined}
      className={classes.chart}
    >
      <figcaption className={classes.head}>
        <ChartKey data={data} loading={loading} />
        <div className={classes.tools}>
          <IconButton
            size="compact"
            label={isTable ? t('chart.showPicture') : t('chart.showTable')}
            icon={isTable ? <IconChartBar {...icon} /> : <IconTable {...icon} />}
            disabled={isEmpty || loading}
            onClick={() => setTable(!isTable)}
          />
          <SaveMenu {...props} figure={figure} disabled={isEmpty || loading} />
        </div>
      </figcaption>
      {isTable && !isEmpty ? (
        <ChartTable {...props} minHeight={height} />
      ) : (
        <div className={classes.room} style={{ blockSize: height }}>
          {isEmpty ? (
            empty
          ) : loading ? (
            <ChartSkeleton />
          ) : (
            <ChartPicture data={data} onSelect={onSelect} />
          )}
        </div>
      )}
    </figure>
  );
}

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;

type SaveMenuProps = Pick<ChartProps, 'title' | 'categoryTitle' | 'data' | 'fileName'> & {
  figure: RefObject<HTMLElement | null>;
  disabled: boolean;
};

function SaveMenu(props: SaveMenuProps) {
  const { title, categoryTitle, data, fileName, figure, disabled } = props;
  const { t } = useTranslation('ui');
  const format = useFormat();
  const savePng = async () => {
    const element = figure.current;
    if (!element) return;
    const png = await chartToPng(data, {
      title,
      ink: readChartInk(element),
      isRtl: getComputedStyle(element).direction === 'rtl',
      spellTick: (value) => spellTick(value, data.unit, format),
    });
    if (png) saveFile(`${fileName}.png`, png);
  };
  return (
    <Menu
      trigger={
        <IconButton
          size="compact"
          label={t('chart.save')}
          icon={<IconDownload {...icon} />}
          disabled={disabled}
        />
      }
      actions={[
        { id: 'png', label: t('chart.savePng'), onSelect: () => void savePng() },
        {
          id: 'csv',
          label: t('chart.saveCsv'),
          onSelect: () => saveFile(`${fileName}.csv`, csvFile(chartToCsv(data, categoryTitle))),
        },
      ]}
    />
  );
}
