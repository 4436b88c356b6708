/** With fewer working days or more holidays, a due date might have no working day nearby. */
export const WEEKLY_DAYS_OFF_MAX = 4;
export const HOLIDAYS_A_YEAR_MAX = 60;
