/** Returns the host of a base URL, with its port; the text itself where it is no URL. */
export function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}
