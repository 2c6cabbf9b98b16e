/** Merging and rendering of the levels of a configuration (wire/later 7.2). */

import { configLevels } from '#contract/service/config.ts';
import type { Store } from '../database/database';
import { type ConfigOverride, hasOverride, readOverride } from '../stores/config-store';
import { type ConfigNode, configSchema, nodeAt, withDefaults } from './config-schema';
import { defaultTemplates, defaultThemeId } from './default-emails';

type Tree = Record<string, unknown>;

/** Returns an override with the keys of another one, each of which removes the same key and everything below it. */
export function mergeOverrides(earlier: ConfigOverride, later: ConfigOverride): ConfigOverride {
  const kept = Object.entries(earlier).filter(([key]) => !Object.keys(later).some((other) => isAtOrBelow(key, other)));
  return { ...Object.fromEntries(kept), ...later };
}

/** Removes keys, what is below them, and the matching parts of nested objects; an object left empty is removed too. */
export function resetKeys(override: ConfigOverride, keys: readonly string[]): ConfigOverride {
  const entries = Object.entries(override).flatMap(([key, value]) => {
    const rest = keys.reduce<unknown>((current, reset) => withoutKey(key, current, reset), value);
    return rest === undefined ? [] : [[key, rest]];
  });
  return Object.fromEntries(entries);
}

/** Returns the value at a path without what a key names; undefined if nothing is left of it. */
function withoutKey(path: string, value: unknown, reset: string): unknown {
  if (isAtOrBelow(path, reset)) return undefined;
  if (!reset.startsWith(`${path}.`) || !isTree(value)) return value;
  const entries = Object.entries(value).flatMap(([name, inner]) => {
    const rest = withoutKey(`${path}.${name}`, inner, reset);
    return rest === undefined ? [] : [[name, rest]];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/**
 * Returns the whole configuration of a project, with defaults and all secrets. Without a server of the project's own, the templates are the
 * built-in ones (wire/later 6); before 2.8.28, the server isn't part of the configuration.
 */
export function renderConfig(store: Store, project: number): Tree {
  const root = renderOverride(configLevels.map((level) => readOverride(store, project, level)).reduce(mergeOverrides, {}));
  const { emails } = root as unknown as Rendered;
  if (emails.server.isShared && hasOverride(store, project, 'project')) emails.templates = { ...defaultTemplates };
  return root;
}

/**
 * Returns the configuration that an override results in. A key below an entry that doesn't exist is ignored, and a theme that doesn't exist
 * is the default one (wire/later 3).
 */
export function renderOverride(override: ConfigOverride): Tree {
  const root = withDefaults(configSchema, {}) as Tree;
  const parentsFirst = Object.entries(override).sort(([one], [other]) => one.split('.').length - other.split('.').length);
  for (const [key, value] of parentsFirst) setAt(root, key.split('.'), value);
  const { auth, emails } = root as unknown as Rendered;
  auth.signUpRules = Object.fromEntries(inOrder(Object.entries(auth.signUpRules)));
  if (!Object.hasOwn(emails.themes, emails.selectedThemeId)) emails.selectedThemeId = defaultThemeId;
  return root;
}

interface Rendered {
  readonly auth: { signUpRules: Readonly<Record<string, { readonly priority: number }>> };
  readonly emails: {
    selectedThemeId: string;
    readonly themes: Readonly<Record<string, unknown>>;
    templates: Readonly<Record<string, unknown>>;
    readonly server: { readonly isShared: boolean };
  };
}

/** Returns sign-up rules in the order of their evaluation: higher priorities first, then by ID (wire/later 2). */
function inOrder<T extends { readonly priority: number }>(rules: readonly [string, T][]): [string, T][] {
  return [...rules].sort(([one, a], [other, b]) => b.priority - a.priority || (one < other ? -1 : 1));
}

function setAt(root: Tree, path: readonly string[], value: unknown): void {
  const [node, parentNode] = [configNode(path), configNode(path.slice(0, -1))];
  const last = path.at(-1);
  if (node === undefined || last === undefined) return;
  let parent: Tree = root;
  for (const name of path.slice(0, -1)) {
    const next = parent[name];
    if (!isTree(next)) return;
    parent = next;
  }
  const rendered = value === null && parentNode?.kind === 'record' ? undefined : withDefaults(node, value);
  if (rendered === undefined) delete parent[last];
  else parent[last] = rendered;
}

/** Returns the node at a path that any level may have. */
function configNode(path: readonly string[]): ConfigNode | undefined {
  const found = [nodeAt(path, 'environment'), nodeAt(path, 'project')].find((each) => 'node' in each);
  return found !== undefined && 'node' in found ? found.node : undefined;
}

function isAtOrBelow(key: string, other: string): boolean {
  return key === other || key.startsWith(`${other}.`);
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
