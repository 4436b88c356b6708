/** What a loan tape may weigh: "50 MB" wherever it is put into words. */
export const TAPE_BYTES_MAX = 50_000_000;
