/**
 * Returns the pattern for the service's search of users that finds a text as it is: the search is one of ILIKE (wire/endpoints 4.2), whose
 * wildcards are escaped.
 */
export function literalPattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
