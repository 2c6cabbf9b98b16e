/** Returns the plain-text version of an HTML email. */
export function textOf(html: string): string {
  // Behind the last one no tag ends, and a search for its end from each start would take long.
  const tagsEnd = html.lastIndexOf('>') + 1;
  const withoutTags = html
    .slice(0, tagsEnd)
    .replace(/<(br|\/p|\/div|\/h\d|\/li)[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '');
  const spaced = withoutTags + html.slice(tagsEnd);
  const plainText = spaced
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
  return `${plainText.trim()}\n`;
}
