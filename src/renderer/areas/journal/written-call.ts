/** The request of an entry, as the catalog and its input have it. */
import type { Endpoint } from '#contract/definitions.ts';
import { fieldOf, fieldsOf } from '#contract/journal/changed-fields.ts';
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import type { JournalSubject, NoUndoReason } from '#contract/journal/journal-rule.ts';
import { catalog } from '#contract/service/index.ts';
import { shortenMiddle } from '#lib/intl/format.ts';

const groups = catalog as Readonly<Record<string, Readonly<Record<string, Endpoint>>>>;

/** Returns the definition of an endpoint by its name in entries, such as `users.update`; undefined for one of another version of Latchkey. */
export function endpointOf(name: string): Endpoint | undefined {
  const [group = '', endpoint = ''] = name.split('.');
  return fieldOf(fieldOf(groups, group) ?? {}, endpoint);
}

/** Returns where a write has the IDs of what it is about; undefined for an unknown endpoint. */
export function subjectOf(name: string): JournalSubject | undefined {
  const rule = endpointOf(name)?.journal;
  return rule !== undefined && 'subject' in rule ? rule.subject : undefined;
}

/** Writes for these reasons without undo change nothing that is stored: they send emails, or start and end sessions. */
const unstored: ReadonlySet<NoUndoReason> = new Set(['email-sent', 'session', 'expires']);

/** The endpoints that *Changes only* leaves out. */
export const unstoredWrites: readonly string[] = Object.entries(groups).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).flatMap(([name, { journal }]) =>
    journal !== undefined && 'undo' in journal && 'none' in journal.undo && unstored.has(journal.undo.none) ? [`${group}.${name}`] : [],
  ),
);

interface WrittenCall {
  readonly method: string;
  /** Below `/api/v1`, with its values encoded; `…` stands for erased ones. */
  readonly path: string;
  /** The same with IDs shortened, to be shown. */
  readonly shownPath: string;
}

/** Returns method and path of the request; null for an unknown endpoint. */
export function callOf({ endpoint: name, personal }: Pick<JournalEntry, 'endpoint' | 'personal'>): WrittenCall | null {
  const endpoint = endpointOf(name);
  if (endpoint === undefined) return null;
  const params = fieldsOf(fieldsOf(personal?.request).params);
  const path = (shown: (text: string) => string) =>
    endpoint.path.replace(/\{(\w+)\}/g, (_match, param: string) => {
      const value = fieldOf(params, param);
      return value === undefined ? '…' : shown(encodeURIComponent(String(value)));
    });
  const query = new URLSearchParams(
    Object.entries(fieldsOf(fieldsOf(personal?.request).query)).flatMap(([key, value]) =>
      value === undefined || value === null ? [] : [[key, String(value)]],
    ),
  ).toString();
  return {
    method: endpoint.method,
    path: path((text) => text) + (query === '' ? '' : `?${query}`),
    shownPath: path((text) => shortenMiddle(text, 4, 4)),
  };
}
