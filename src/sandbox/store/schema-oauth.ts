/** Tables of oauth. */
export const oauthTables = '';
