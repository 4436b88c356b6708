/** What a loan tape may weigh: "50 MB" wherever it is put into words. */
export const TAPE_BYTES_MAX = 50_000_000;

/** What a workbook may weigh once it is unpacked: a small file can hold terabytes of nothing. */
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

/** A row of text; what seems to be longer is mostly a quotation mark that nobody closed. */
export const ROW_CHARACTERS_MAX = 256 * 1024;

/** All the different texts of a workbook together: they are in memory before its first row is. */
export const WORKBOOK_CHARACTERS_MAX = 32 * 1024 * 1024;
