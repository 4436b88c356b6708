/** Maximum size of a loan tape; messages show it as "50 MB". */
export const TAPE_BYTES_MAX = 50_000_000;

/** Maximum size of an unpacked workbook, because a small file can expand to terabytes. */
export const UNPACKED_BYTES_MAX = 500_000_000;

/** Maximum number of parts of a workbook, such as sheets and pictures. */
export const WORKBOOK_PARTS_MAX = 1000;

/** Maximum rows with values, and maximum rows in total. The second is a spreadsheet's own limit. */
export const TAPE_ROWS_MAX = 500_000;
export const SHEET_ROWS_MAX = 1_048_576;

/**
 * Maximum size of a borrower file, which messages show as "10 MB", and maximum number of its rows.
 */
export const BORROWER_FILE_BYTES_MAX = 10_000_000;
export const BORROWER_ROWS_MAX = 20_000;

/** Maximum columns of a tape, and cells of a row. Formatted but empty cells do not count. */
export const TAPE_COLUMNS_MAX = 500;

/** Maximum characters of a cell, which is a spreadsheet's own limit. */
export const CELL_CHARACTERS_MAX = 32_767;

/** Maximum characters of a row: a longer one usually has an unclosed quotation mark. */
export const ROW_CHARACTERS_MAX = 256 * 1024;

/**
 * Maximum characters of the texts of a workbook that are in memory before the first row is read:
 * the shared texts of an XLSX file, all cells of an XLS file.
 */
export const WORKBOOK_CHARACTERS_MAX = 32 * 1024 * 1024;
