/** Maximum size of a loan tape; messages show it as "50 MB". */
export const TAPE_BYTES_MAX = 50_000_000;

/** Maximum size of an unpacked workbook, because a small file can expand to terabytes. */
export const UNPACKED_BYTES_MAX = 500_000_000;

/** Sheets, pictures and whatever else a workbook is made of. */
export const WORKBOOK_PARTS_MAX = 1000;

/** Rows with something in them, and rows in all: the most that a spreadsheet has. */
export const TAPE_ROWS_MAX = 500_000;
export const SHEET_ROWS_MAX = 1_048_576;

/** What a file of borrowers may weigh, "10 MB" wherever it is put into words, and its rows. */
export const BORROWER_FILE_BYTES_MAX = 10_000_000;
export const BORROWER_ROWS_MAX = 20_000;

/** Columns of a tape, and so cells of a row; what else a sheet formats but leaves empty is no cell. */
export const TAPE_COLUMNS_MAX = 500;

/** A spreadsheet's own limit for a cell. */
export const CELL_CHARACTERS_MAX = 32_767;

/** A longer row mostly means that a quotation mark is not closed. */
export const ROW_CHARACTERS_MAX = 256 * 1024;

/** All distinct texts of a workbook, which are in memory before its first row is read. */
export const WORKBOOK_CHARACTERS_MAX = 32 * 1024 * 1024;
