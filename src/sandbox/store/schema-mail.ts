/** Tables of mail. */
export const mailTables = '';
