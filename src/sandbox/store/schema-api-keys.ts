/** Tables of api keys. */
export const apiKeysTables = '';
