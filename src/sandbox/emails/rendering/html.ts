/** Pieces of HTML that cannot be broken out of. */

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** An address a mail may lead to; `#` for every other. */
export function safeUrl(text: string): string {
  const allowed = URL.canParse(text) && ['http:', 'https:', 'mailto:'].includes(new URL(text).protocol);
  return allowed ? text : '#';
}

type Declarations = Readonly<Record<string, string | number | null | undefined>>;

/** A style attribute of the given declarations, numbers in pixels; absent ones are left out. */
export function styleAttribute(declarations: Declarations): string {
  const given = Object.entries(declarations).filter(([, value]) => value !== null && value !== undefined);
  const css = given.map(([name, value]) => `${name}:${typeof value === 'number' ? `${value}px` : value}`).join(';');
  return css === '' ? '' : ` style="${escapeHtml(css)}"`;
}
