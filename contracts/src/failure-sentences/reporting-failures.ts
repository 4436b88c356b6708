import type { SomeFailureSentences } from './failure-sentence.ts';

export const reportingFailures = {
  // Statements of income.
  earner_missing: 'Choose the team or agent for the statement.',
  // Exports.
  export_too_large: 'A workbook holds {limit} rows, and this list has {count}. Export it as CSV.',
  // Days and ranges of reports.
  day_in_future: 'That day is in the future. Choose today or an earlier day.',
  range_upside_down: 'The first day is after the last day. Change one of them.',
  range_too_long:
    'This range has {periods} periods, and at most {limit} can be shown. Choose a shorter range or longer periods.',
  // Collateral.
  asset_not_found: 'This asset no longer exists. Choose another.',
  symbol_already_used: 'Another asset has this symbol.',
  quantity_not_positive: 'Enter a quantity above zero.',
  quantity_too_exact: 'Enter at most {decimals} decimals for {symbol}.',
  more_than_is_held: 'The quantity is more than is pledged on this day or on a later one.',
  already_opposed: 'This entry was already undone, or it undoes another entry.',
  source_missing: 'Enter the source of the price.',
  price_not_positive: 'Enter a price above zero.',
  priced_in_future: 'Choose a time in the past.',
  price_entered_otherwise:
    'This asset has another price for the same time and source. Withdraw that price first.',
  price_already_withdrawn: 'This price was already withdrawn.',
  call_below_warning: 'The call level must be above the warning level.',
  file_not_read: 'This file has no table that can be read. Export it as CSV or XLSX and try again.',
  columns_missing: 'The file must also have these columns: {columns}. Choose them.',
  too_many_prices: 'The file has {rows} prices. Import up to {limit} at once.',
} satisfies SomeFailureSentences;
