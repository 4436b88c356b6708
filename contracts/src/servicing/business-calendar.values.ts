/** These limits ensure that every due date has a working day nearby. */
export const WEEKLY_DAYS_OFF_MAX = 4;
export const HOLIDAYS_A_YEAR_MAX = 60;
