/** Validates a connection draft. Each kind of invalid input has its own error code. */

import type { Colour, ConnectionTargets, Environment } from '#contract/bridge/connection-choices.ts';
import type { ConnectionChange, ConnectionDraft } from '#contract/bridge/connection-draft.ts';
import type { SafetyLevel } from '#contract/bridge/safety.ts';
import { defaultSafety } from '#contract/default-safety.ts';
import { fail } from '#contract/errors.ts';
import { baseUrlOf, isLoopback, parseUrl } from '#contract/urls.ts';

export const keyKinds = ['client', 'server', 'admin'] as const;
export type KeyKind = (typeof keyKinds)[number];

/** A key to keep; null for one to remove; absent for one to leave as it is. */
export type KeyChange = { readonly [K in KeyKind]?: string | null };

/** The fields of a checked draft, without the keys. */
export interface CheckedFields {
  readonly name: string;
  readonly baseUrl: string;
  readonly projectId: string;
  readonly environment: Environment;
  readonly colour: Colour | null;
  readonly handlerBase: string;
  readonly safety: SafetyLevel;
  readonly requirePresence: boolean;
  readonly group: string | null;
  readonly targets?: ConnectionTargets | undefined;
}

export interface CheckedDraft {
  readonly fields: CheckedFields;
  readonly keys: KeyChange;
}

export interface CheckedChange {
  readonly fields: Partial<CheckedFields>;
  readonly keys: KeyChange;
}

export const defaultHandlerBase = '/handler';

/** Validates a whole draft and fills in the defaults. Throws the codes of `connectionDraft`. */
export function checkDraft(draft: ConnectionDraft): CheckedDraft {
  return {
    fields: {
      name: draft.name,
      baseUrl: checkBaseUrl(draft.baseUrl, draft.allowPlainHttp === true),
      projectId: checkProjectId(draft.projectId),
      environment: draft.environment,
      colour: draft.colour ?? null,
      handlerBase: checkHandlerBase(draft.handlerBase ?? defaultHandlerBase),
      safety: draft.safety ?? defaultSafety(draft.environment),
      requirePresence: draft.requirePresence ?? false,
      group: draft.group ?? null,
      ...(draft.targets === undefined ? {} : { targets: draft.targets }),
    },
    keys: checkKeys(draft.keys),
  };
}

/** Validates a change of a connection. `current` is the base URL for which `allowPlainHttp` was already confirmed. */
export function checkChange(change: ConnectionChange, current: string | null): CheckedChange {
  const { keys, baseUrl, allowPlainHttp, projectId, handlerBase, ...rest } = change;
  const checked = {
    ...rest,
    ...(baseUrl === undefined ? {} : { baseUrl: checkBaseUrl(baseUrl, allowPlainHttp === true, current) }),
    ...(projectId === undefined ? {} : { projectId: checkProjectId(projectId) }),
    ...(handlerBase === undefined ? {} : { handlerBase: checkHandlerBase(handlerBase) }),
  };
  const fields = Object.fromEntries(Object.entries(checked).filter(([, value]) => value !== undefined)) as Partial<CheckedFields>;
  return { fields, keys: checkKeys(keys) };
}

/** Validates a base URL and returns it in its stored form. */
export function checkBaseUrl(text: string, allowPlainHttp: boolean, current: string | null = null): string {
  const path = 'baseUrl';
  const trimmed = text.trim();
  const url = /^https?:\/\/[^/]/i.test(trimmed) ? parseUrl(trimmed) : null;
  if (url === null || url.hostname === '' || /[\s\\]/.test(trimmed)) throw fail('address-invalid', { path });
  if (url.username !== '' || url.password !== '' || /[?#]/.test(trimmed)) throw fail('address-with-extras', { path });
  const address = baseUrlOf(url);
  const isPlain = url.protocol === 'http:' && !isLoopback(url);
  if (isPlain && !allowPlainHttp && address !== current) throw fail('address-not-secure', { path });
  return address;
}

/** Returns the project ID: a UUID in lower case, or `internal`. */
export function checkProjectId(text: string): string {
  const id = text.trim().toLowerCase();
  if (id === 'internal' || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return id;
  throw fail('project-id-invalid', { path: 'projectId' });
}

/** Returns the handler path: without dot segments and without characters that would end a path. */
function checkHandlerBase(text: string): string {
  const base = text.trim().replace(/(?<=[^/]|^\/)\/+$/, '');
  const isPath = /^\/[\w\-.~!$&'()*+,;=:@%/]*$/.test(base) && !base.includes('//');
  if (!isPath || base.split('/').some((part) => /^(\.|%2e){1,2}$/i.test(part))) throw fail('handler-base-invalid', { path: 'handlerBase' });
  return base;
}

/** The characters that a header can contain (RFC 9110, section 5.5). The service accepts keys of any form (wire/corrections 2.8.26). */
const printable = /^[\x20-\x7e]+$/;

function checkKeys(keys: ConnectionDraft['keys'] = {}): KeyChange {
  const checked = keyKinds.flatMap((kind) => {
    const typed = keys[kind];
    if (typed === undefined) return [];
    const text = typed?.trim() ?? '';
    return [[kind, text === '' ? null : checkKey(kind, text)] as const];
  });
  return Object.fromEntries(checked);
}

function checkKey(kind: KeyKind, text: string): string {
  if (!printable.test(text)) throw fail('key-invalid', { path: `keys.${kind}` });
  return text;
}
