/** Escapes what the service's search takes for wildcards: its pattern is one of ILIKE (wire/endpoints 4.2), in which `\` escapes. */
export function escapeSearch(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
