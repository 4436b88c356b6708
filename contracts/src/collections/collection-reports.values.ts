/** The period of a collection report: the seven days before a Friday, or a calendar month. */
export const reportPeriods = ['week', 'month'] as const;
export type ReportPeriod = (typeof reportPeriods)[number];
