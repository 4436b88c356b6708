import { addMonths, calendarDate } from '@bursar/loan-maths/calendar';
import { useTranslation } from 'react-i18next';
import type { ChartData, ChartSeries } from '../../../ui/chart/chart-data.ts';
import { LazyChart } from '../../../ui/chart/LazyChart.tsx';
import { SegmentedChoice } from '../../../ui/filters/SegmentedChoice.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ChartPanel } from '../../../ui/chart/ChartPanel.tsx';
import { CountedRowsDrawer, type OpenFigure } from './CountedRows.tsx';
import type { CashFlowBook, CashFlowPeriod, ForecastBook } from './finance.queries.ts';
import { rowsOfPeriod } from './period-figures.ts';
import { openPlace, placeOf, type ChangeView, type FinanceView } from './use-finance-view.ts';

type PartProps<Book> = { book: Book; view: FinanceView; onChange: ChangeView };
type CashFlowProps = PartProps<CashFlowBook> & { businessDate: string };

/** Expected and received amounts, and the income in them by kind. */
export function CashFlow(props: CashFlowProps) {
  const { book, businessDate, view, onChange } = props;
  const { t } = useTranslation('finance');
  const format = useFormat();
  const { currency, periods } = book;
  const isByDay = periods[0] !== undefined && periods[0].start === periods[0].end;
  const name = (period: CashFlowPeriod) => format.day(period.start, isByDay ? 'medium' : 'month');
  const categories = periods.map((period) => ({
    id: period.start,
    label: name(period),
    ...(isByDay ? { shortLabel: format.day(period.start, 'bare') } : { month: period.start }),
    isRunning: period.start <= businessDate && period.end >= businessDate,
  }));
  const series = (
    seriesStyle: Omit<ChartSeries, 'name' | 'values'>,
    valueOf: (period: CashFlowPeriod) => number,
  ): ChartSeries => ({
    ...seriesStyle,
    name: t(`series.${seriesStyle.id}`),
    values: periods.map(valueOf),
  });
  const chart = (shown: readonly ChartSeries[]): ChartData => ({
    categories,
    // Series without values would only lengthen the legend; the first series always stays.
    series: shown.filter(({ values }, at) => at === 0 || values.some(Boolean)),
    unit: { kind: 'money', currency },
  });
  const fileOf = (part: string) => `${part}-${currency}-${view.month ?? businessDate}`;
  const open = (part: string) => (start: string) =>
    onChange({ open: placeOf(part, currency, start), rows: null });
  const step = t(isByDay ? 'step.day' : 'step.month');
  return (
    <Stack gap={6}>
      <ChartPanel
        title={t('flow.title')}
        definition={t('flow.definition')}
        note={<StepChoice businessDate={businessDate} view={view} onChange={onChange} />}
      >
        <LazyChart
          title={t('flow.title')}
          categoryTitle={step}
          data={chart([
            series(
              { id: 'received', kind: 'bar', tone: 1 },
              (period) => period.receivedMinor - period.recoveredMinor,
            ),
            series({ id: 'recovered', kind: 'bar', tone: 2 }, (period) => period.recoveredMinor),
            series(
              { id: 'expected', kind: 'line', tone: 'former' },
              (period) => period.expectedMinor,
            ),
          ])}
          height={300}
          empty={<Text tone="muted">{t('flow.none')}</Text>}
          onSelect={open('flow')}
          fileName={fileOf('cash-flow')}
        />
      </ChartPanel>
      <ChartPanel title={t('income.title')} definition={t('income.definition')}>
        <LazyChart
          title={t('income.title')}
          categoryTitle={step}
          data={chart([
            series({ id: 'interest', kind: 'bar', tone: 1 }, ({ interestMinor }) => interestMinor),
            series({ id: 'fees', kind: 'bar', tone: 3 }, ({ feesMinor }) => feesMinor),
            series({ id: 'penalties', kind: 'bar', tone: 4 }, (period) => period.penaltiesMinor),
          ])}
          height={240}
          empty={<Text tone="muted">{t('income.none')}</Text>}
          onSelect={open('income')}
          fileName={fileOf('income')}
        />
      </ChartPanel>
      <CountedRowsDrawer
        figure={useOpenPeriod(book, view, name)}
        kind={view.rows}
        onKind={(rows) => onChange({ rows })}
        onClose={() => onChange({ open: null, rows: null })}
      />
    </Stack>
  );
}

/** The year by month, or one month by day with links to the months before and after. */
function StepChoice({ businessDate, view, onChange }: Omit<CashFlowProps, 'book'>) {
  const { t } = useTranslation('finance');
  const format = useFormat();
  const { month } = view;
  const show = (next: string | null) => onChange({ month: next, open: null, rows: null });
  const monthAt = (months: number) =>
    addMonths(calendarDate(`${month ?? businessDate.slice(0, 7)}-01`), months).slice(0, 7);
  return (
    <Row gap={2} justify="end">
      {month !== null && (
        <Row gap={1} wrap={false}>
          <Button size="compact" kind="quiet" onClick={() => show(monthAt(-1))}>
            {format.day(`${monthAt(-1)}-01`, 'month')}
          </Button>
          <Text as="span" weight="medium" tone="ink">
            {format.day(`${month}-01`, 'month')}
          </Text>
          <Button size="compact" kind="quiet" onClick={() => show(monthAt(1))}>
            {format.day(`${monthAt(1)}-01`, 'month')}
          </Button>
        </Row>
      )}
      <SegmentedChoice
        label={t('step.label')}
        choices={[
          { value: 'month', label: t('step.byMonth') },
          { value: 'day', label: t('step.byDay') },
        ]}
        chosen={month === null ? 'month' : 'day'}
        onChoose={(step) => show(step === 'month' ? null : businessDate.slice(0, 7))}
      />
    </Row>
  );
}

/**
 * Returns the figure that the address opens: a period's received and due amounts (`flow`), or its
 * payments with income (`income`).
 */
function useOpenPeriod(
  { currency, periods }: CashFlowBook,
  view: FinanceView,
  nameOf: (period: CashFlowPeriod) => string,
): OpenFigure | null {
  const { t } = useTranslation('finance');
  const part = openPlace(view, 'income', currency) === null ? 'flow' : 'income';
  const period = periods.find(({ start }) => start === openPlace(view, part, currency));
  if (!period) return null;
  const values = { period: nameOf(period) };
  return {
    title: t(part === 'income' ? 'rows.incomeOf' : 'rows.flowOf', values),
    counted: rowsOfPeriod(currency, period, part),
  };
}

/** The unpaid amounts that are due from today on, by month. */
export function Forecast({ book, view, onChange }: PartProps<ForecastBook>) {
  const { t } = useTranslation('finance');
  const format = useFormat();
  const { currency, months } = book;
  const series = (
    id: 'principal' | 'interest' | 'charges',
    tone: ChartSeries['tone'],
    valueOf: (month: ForecastBook['months'][number]) => number,
  ): ChartSeries => ({
    id,
    kind: 'bar',
    tone,
    name: t(`series.${id}`),
    values: months.map(valueOf),
  });
  const opened = months.find(({ start }) => start === openPlace(view, 'forecast', currency));
  return (
    <ChartPanel title={t('forecast.title')} definition={t('forecast.definition')}>
      <LazyChart
        title={t('forecast.title')}
        categoryTitle={t('step.month')}
        data={{
          categories: months.map(({ start, from }) => ({
            id: start,
            label:
              start === from
                ? format.day(start, 'month')
                : t('forecast.rest', { month: format.day(start, 'month') }),
            month: start,
          })),
          series: [
            series('principal', 1, ({ principalMinor }) => principalMinor),
            series('interest', 2, ({ interestMinor }) => interestMinor),
            series('charges', 4, ({ chargesMinor }) => chargesMinor),
          ].filter(({ id, values }) => id !== 'charges' || values.some(Boolean)),
          unit: { kind: 'money', currency },
        }}
        height={260}
        empty={<Text tone="muted">{t('forecast.none')}</Text>}
        onSelect={(start) => onChange({ open: placeOf('forecast', currency, start), rows: null })}
        fileName={`forecast-${currency}-${months[0]?.from ?? ''}`}
      />
      <CountedRowsDrawer
        figure={
          opened
            ? {
                title: t('rows.forecastOf', { period: format.day(opened.start, 'month') }),
                counted: [
                  {
                    kind: 'dues',
                    behind: { currency, from: opened.from, to: opened.end, unpaid: true },
                    count: opened.dues,
                    amountMinor: opened.principalMinor + opened.interestMinor + opened.chargesMinor,
                  },
                ],
              }
            : null
        }
        kind={null}
        onKind={() => undefined}
        onClose={() => onChange({ open: null })}
      />
    </ChartPanel>
  );
}
