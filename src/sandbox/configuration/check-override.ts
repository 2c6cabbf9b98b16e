/** Checks of an override before it is stored, in the service's order and with its texts (wire/later 7.3). */

import type { ConfigLevel } from '#contract/service/config.ts';
import { plainFailure, serviceFault } from '../http/failures';
import { firstViolation } from '../http/validate';
import type { ConfigOverride } from '../stores/config-store';
import { nodeAt, valueSchema } from './config-schema';

/** Characters; a longer text is an unexpected error. */
const maxTextLength = 5_000_000;

const keyPattern = /^[A-Za-z0-9._:$][A-Za-z0-9._:$-]*$/;

/** Parses the text of an override. Throws plain-text failures for what is no object, and for the first key or value that isn't valid. */
export function readOverrideText(text: string, level: ConfigLevel): ConfigOverride {
  if (text.length > maxTextLength) throw serviceFault('The override is too long.');
  const override = parsed(text);
  if (typeof override !== 'object' || override === null || Array.isArray(override))
    throw plainFailure(400, 'Config override must be a non-null object.');
  const entries = Object.entries(migrated(override as ConfigOverride, level));
  for (const [key, value] of entries) {
    requireKeys(key, value);
    requireValue(key, value, level);
  }
  return Object.fromEntries(entries);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw plainFailure(400, 'Invalid config JSON');
  }
}

/** Renames what earlier releases called otherwise, and drops what only the level of the project may have (wire/later 7.2). */
function migrated(override: ConfigOverride, level: ConfigLevel): ConfigOverride {
  const entries = Object.entries(override).flatMap(([key, value]) => {
    if (level !== 'project' && /^sourceOfTruth(\.|$)/.test(key)) return [];
    return [migratedEntry(key, value)];
  });
  return Object.fromEntries(entries);
}

/** Renames a key, or within an object, where keys have no dots. */
function migratedEntry(key: string, value: unknown): [string, unknown] {
  if (key === 'emails.theme') return ['emails.selectedThemeId', value];
  if (key === 'domains.trustedDomains' && Array.isArray(value)) return [key, Object.fromEntries(value.entries())];
  if ((key !== 'emails' && key !== 'domains') || typeof value !== 'object' || value === null || Array.isArray(value)) return [key, value];
  const inner = Object.entries(value).map(([name, each]) => {
    const [path, changed] = migratedEntry(`${key}.${name}`, each);
    return [path.slice(key.length + 1), changed];
  });
  return [key, Object.fromEntries(inner)];
}

function requireKeys(key: string, value: unknown): void {
  if (!keyPattern.test(key)) {
    throw plainFailure(
      400,
      `Invalid config format: All keys of override must consist of only alphanumeric characters, dots, underscores, colons, dollar signs, or hyphens and start with a character other than a hyphen (found: ${key})`,
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    if (name.includes('.')) throw plainFailure(400, `Key ${name} contains a dot, which is not allowed in config override.`);
    requireKeys(name, inner);
  }
}

function requireValue(key: string, value: unknown, level: ConfigLevel): void {
  const found = nodeAt(key.split('.'), level);
  if ('unknown' in found) throw plainFailure(400, `The key "${key}" is not valid (nested object not found in schema: "${found.unknown}").`);
  if (value === null) return;
  const violation = firstViolation(valueSchema(found.node, level), value, key);
  if (violation !== null) throw plainFailure(400, violation);
}
