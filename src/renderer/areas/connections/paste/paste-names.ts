/** Derives the field, its priority, and the environment from the name of a pasted value. */
import type { KeyKind } from '#lib/rules/project-keys.ts';

/** A field of a project that pasted text can contain. */
export type PastedField = 'baseUrl' | 'projectId' | KeyKind;

export interface NameRole {
  readonly field: PastedField;
  /** Lower ranks win over higher ones among the names of one field. */
  readonly rank: number;
  /** What distinguishes the project from others in the same text, as `prod` in `STACK_PROJECT_ID_PROD`; empty for none. */
  readonly variant: string;
  /** Whether any text can be a key under this name: other services have publishable keys too. */
  readonly isOurs: boolean;
}

const brand = '(?:stack_?auth|stack|hexclave)';
/** Words of frameworks, build tools, and languages around a name. */
const frameworkWords = new Set(
  'next nuxt public vite expo react vue app gatsby plasmo storybook astro snowpack razzle rsbuild rspack remix redwood svelte sveltekit tauri tf var vars x ng env process import meta os environ config secrets args'.split(
    ' ',
  ),
);

interface Shape {
  readonly field: PastedField;
  /** The name with a brand before it. */
  readonly branded: RegExp;
  /** Names that are ours without a brand. */
  readonly plain: RegExp;
}

const shapes: readonly Shape[] = [
  shape('projectId', 'project_?id', '^project_?id$'),
  shape('client', 'publishable_?(?:client_?)?key', '(?:^|_)publishable_?client_?key(?:_|$)'),
  shape('server', 'secret_?server_?key', '(?:^|_)secret_?server_?key(?:_|$)'),
  shape('admin', '(?:super_?)?secret_?admin_?key', '(?:^|_)super_?secret_?admin_?key(?:_|$)'),
  shape('baseUrl', '(?:api_?base|api|base|server)?_?url', '^(?:api|api_?base|base)_?url$'),
];

function shape(field: PastedField, name: string, plain: string): Shape {
  return { field, branded: new RegExp(`^(?:(.+)_)?(${brand})_?(?:${name})(?:_(.+))?$`), plain: new RegExp(plain) };
}

/** Names of where a value is, and of what is known about it. */
const aboutValue = /_(?:file|path|arn|ref|hash|header|expires|expiry|version)$/;

/** Returns the role of a name; undefined for one that isn't ours. */
export function roleOfName(name: string): NameRole | undefined {
  if (name.length > 100) return undefined;
  const words = wordsOf(name);
  if (aboutValue.test(words)) return undefined;
  for (const { field, branded, plain } of shapes) {
    const [, before = '', own, behind = ''] = branded.exec(words) ?? [];
    if (own !== undefined) {
      const around = `${before}_${behind}`.split('_').filter(Boolean);
      const variant = around.filter((word) => !frameworkWords.has(word) && (field !== 'baseUrl' || !isSide(word))).join('_');
      return { field, variant, rank: rankOf(field, words, around) * 2 + (own === 'hexclave' ? 0 : 1), isOurs: true };
    }
    if (plain.test(words)) return { field, variant: variantOf(words, field), rank: 100, isOurs: true };
  }
  return undefined;
}

/** Whether a name is of the service or one of its settings, though not a field of a connection. */
export function isBranded(name: string): boolean {
  return new RegExp(`(?:^|_)${brand}(?:_|$)`).test(wordsOf(name));
}

/** Whether a name without a brand is what applications call the address of their own API, too. */
export function isAnyApi(name: string): boolean {
  return /^(?:API|BASE|API_BASE)_?URL$/.test(name);
}

/** Whether a name is of the dashboard's address, which isn't the API's. */
export function isDashboardName(name: string): boolean {
  return /dashboard/.test(wordsOf(name));
}

/** Whether the value under a name is the name of a variable, whose value follows: as lists of variables have it. */
export function isNameOfPair(name: string): boolean {
  return /^(?:name|key)$/i.test(name);
}

function variantOf(words: string, field: PastedField): string {
  if (field === 'projectId' || field === 'baseUrl') return '';
  return words
    .replace(/(?:super_?)?secret_?(?:server|admin)_?key|publishable_?client_?key/, '')
    .split('_')
    .filter((word) => word !== '' && !frameworkWords.has(word))
    .join('_');
}

/** The words of a name in lower case, with `_` between them. */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|(?<!_)_+$/g, '');
}

function isSide(word: string): boolean {
  return word === 'browser' || word === 'server' || word === 'client';
}

/**
 * The order in which the service's clients read the names. Of the addresses for browsers and for servers, the former is
 * used, because the latter can be one that only the application's own server reaches.
 */
function rankOf(field: PastedField, words: string, around: readonly string[]): number {
  const isPublic = around.includes('public');
  const tool = around.includes('vite') || around.includes('expo') ? 1 : 0;
  if (field !== 'baseUrl') return isPublic && tool === 0 ? 0 : 1 + tool;
  if (around.includes('server')) return 10;
  if (around.includes('browser') || around.includes('client')) return words.startsWith('next_public_browser') ? 0 : 1;
  const isApi = /api/.test(words);
  return (isApi ? 2 : 4) + (isPublic && tool === 0 ? 0 : 1) + tool * 4;
}
