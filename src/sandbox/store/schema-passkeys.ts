/** Tables of passkeys. */
export const passkeysTables = '';
