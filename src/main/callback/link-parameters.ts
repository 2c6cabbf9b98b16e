/** Latchkey's own query parameters in redirect URLs. */

/** The query parameter that contains the connection ID; links in emails keep it (wire/flows 8). */
export const connectionParameter = 'connection';

/**
 * The query parameter of an OAuth redirect URL that repeats the state. The service returns it untouched also where it reports an
 * error without a state (wire/corrections 2.8.86).
 */
export const flowParameter = 'flow';
