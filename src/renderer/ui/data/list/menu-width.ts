/** The width of the column with the buttons that open a row's menu. */
export const menuWidth = '24px';
