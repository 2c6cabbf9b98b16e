/** What differs between two documents, and which of them changed since a third one, which both had in common. */
import type { Feature } from '../features';
import type { JsonValue } from '../service/models/fields';
import { oauthProviderIds } from '../service/models/project-models';
import type { Base } from './base';
import { type ConfigurationDocument, isTemplateType } from './document';
import { isForgettable } from './document-of';
import { type Entries, type Entry, entriesIn, fixed, isSameEntry, type Section, sections } from './entries';

/** What a project's release can do, where it is the target. A file takes everything. */
export interface TargetFacts {
  /** Releases up to 2.8.10, which return a `config.id` and list the providers that are off. */
  readonly isEarly: boolean;
  readonly has: (feature: Feature) => boolean;
}

/** Why the target can't take a difference: its release doesn't know it, or never deletes such an object. */
export type Barrier = 'unknown-to-release' | 'never-deleted';

export interface ComparedRow extends Entry {
  readonly kind: 'added' | 'changed' | 'removed' | 'same';
  /** Absent values are undefined. */
  readonly base: JsonValue | undefined;
  readonly source: JsonValue | undefined;
  readonly target: JsonValue | undefined;
  /** Which side changed since the base; `both` is a conflict, and never ticked. Null where the base doesn't say. */
  readonly changedIn: 'source' | 'target' | 'both' | null;
  readonly barrier: Barrier | null;
  /** Says who a project is, or whom it lets in: never ticked automatically. */
  readonly isGuarded: boolean;
  /** Whether the row is ticked at first. */
  readonly isTicked: boolean;
}

export interface ComparedSection {
  readonly section: Section;
  readonly rows: readonly ComparedRow[];
}

export interface Documents {
  /** What both had in common when it was applied last. Without it, nothing says which side changed. */
  readonly base: Base | null;
  readonly source: ConfigurationDocument;
  readonly target: ConfigurationDocument;
}

const guarded: ReadonlySet<string> = new Set(['display_name', 'is_production_mode']);

/** Returns the rows of all sections that the source manages, with those that are the same; sections without rows are left out. */
export function compareDocuments(documents: Documents, facts: TargetFacts | null): readonly ComparedSection[] {
  return sections.flatMap((section) => {
    const rows = rowsOf(section, documents, facts);
    return rows.length === 0 ? [] : [{ section, rows }];
  });
}

/** Returns the sections with the rows that differ only. */
export function differencesIn(compared: readonly ComparedSection[]): readonly ComparedSection[] {
  const differing = compared.map(({ section, rows }) => ({ section, rows: rows.filter(({ kind }) => kind !== 'same') }));
  return differing.filter(({ rows }) => rows.length > 0);
}

function rowsOf(section: Section, { base, source, target }: Documents, facts: TargetFacts | null): readonly ComparedRow[] {
  const wanted = entriesIn(source, section);
  if (wanted === undefined) return [];
  const [before, present] = [base?.[section], entriesIn(target, section)];
  const keys = fixed.has(section) ? [...wanted.keys()] : [...new Set([...wanted.keys(), ...(present?.keys() ?? [])])];
  return keys.sort(byCodeUnits).map((key) => rowOf({ section, key }, { before, wanted, present }, facts));
}

const byCodeUnits = (one: string, other: string) => (one < other ? -1 : 1);

interface Three {
  readonly before: NonNullable<Base[Section]> | undefined;
  readonly wanted: Entries;
  readonly present: Entries | undefined;
}

function rowOf(entry: Entry, { before, wanted, present }: Three, facts: TargetFacts | null): ComparedRow {
  const { section, key } = entry;
  const base = before !== undefined && Object.hasOwn(before.known, key) ? before.known[key] : undefined;
  const [source, target] = [wanted.get(key), present?.get(key)];
  const isSame = isSameEntry(section, source, target);
  const kind = isSame ? 'same' : target === undefined ? 'added' : source === undefined ? 'removed' : 'changed';
  const inSource = !isSameEntry(section, source, base);
  const inTarget = !isSameEntry(section, target, base);
  // Settings are always there: one that the base doesn't have wasn't compared.
  const isKnown = before !== undefined && !before.unknown.includes(key) && (base !== undefined || !fixed.has(section));
  const changedIn = !isKnown || isSame ? null : inSource && inTarget ? 'both' : inSource ? 'source' : 'target';
  const barrier = facts === null || isSame ? null : barrierOf({ ...entry, source, target }, present === undefined, facts);
  const isGuarded = section === 'settings' && guarded.has(key);
  const isTicked =
    (kind === 'added' || kind === 'changed') && changedIn !== 'target' && changedIn !== 'both' && barrier === null && !isGuarded;
  return { ...entry, kind, base, source, target, changedIn, barrier, isGuarded, isTicked };
}

type Values = Entry & Pick<ComparedRow, 'source' | 'target'>;
type Fields = Readonly<Record<string, JsonValue>>;

function barrierOf({ section, key, source, target }: Values, isUnmanaged: boolean, { isEarly, has }: TargetFacts): Barrier | null {
  const isUnknown = () => {
    if (isUnmanaged) return true;
    // A release returns all the settings that it has.
    if (section === 'settings' || section === 'sign_in_methods') return target === undefined;
    if (source === undefined) return false;
    if (section === 'email_templates')
      return 'source' in (source as Fields) ? !has('templates-by-id') : has('templates-by-id') || !isTemplateType(key);
    if (section !== 'providers') return false;
    const { type, enabled = true } = source as Fields;
    const isKnown = has('oauth-providers') || (oauthProviderIds as readonly string[]).includes(key);
    return !isKnown || (!isEarly && enabled === false) || (isEarly && type === 'shared' && !isForgettable(key));
  };
  if (isUnknown()) return 'unknown-to-release';
  const staysForever = section === 'email_themes' || (section === 'providers' && isEarly && !isForgettable(key));
  return source === undefined && staysForever ? 'never-deleted' : null;
}
