/** Tables of permissions. */
export const permissionsTables = '';
