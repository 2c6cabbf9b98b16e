/** The width of the column with the buttons that open a row's menu. */
export const menuWidth = '24px';

/** The width of the column with the checkboxes that select rows. */
export const selectWidth = '20px';

/** The height of a list's head in pixels, with the line below it. */
export const headHeight = 30;
