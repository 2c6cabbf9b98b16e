/** Escaping for generated HTML of emails. */
import { parseUrl } from '../parse-url';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Returns the URL if emails may link to it, otherwise `#`. */
export function safeUrl(text: string): string {
  const allowed = ['http:', 'https:', 'mailto:'].includes(parseUrl(text)?.protocol ?? '');
  return allowed ? text : '#';
}

type Declarations = Readonly<Record<string, string | number | null | undefined>>;

/** Returns a style attribute with the declarations that have a value. Numbers are pixels. */
export function styleAttribute(declarations: Declarations): string {
  const given = Object.entries(declarations).filter(([, value]) => value !== null && value !== undefined);
  const css = given.map(([name, value]) => `${name}:${typeof value === 'number' ? `${value}px` : value}`).join(';');
  return css === '' ? '' : ` style="${escapeHtml(css)}"`;
}
