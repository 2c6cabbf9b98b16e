/** Whether two base URLs are of the same server. */
export function isSameServer(one: string, other: string): boolean {
  const serverOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : url);
  return serverOf(one) === serverOf(other);
}
