/** Drift: how a project differs from the file that its connection follows, or from what was applied to it last. */
import type { JsonValue } from '../service/models/fields';
import type { Base } from './base';
import { compareDocuments, type Documents, differencesIn, type TargetFacts } from './compare-documents';
import type { ConfigurationDocument } from './document';
import { type Entry, entriesIn, fixed, isSameEntry, type Section, sections } from './entries';

/** A value that differs. Absent ones are undefined. */
interface DriftRow extends Entry {
  readonly wanted: JsonValue | undefined;
  readonly present: JsonValue | undefined;
  readonly changedIn: 'source' | 'target' | 'both' | null;
}

/** A setting that is reported separately from the others, with both of its values. */
interface Apart<T> {
  readonly wanted: T;
  readonly present: T;
}

export interface Drift {
  /** Number of values that differ. */
  readonly count: number;
  /** The sections with any, in the order of a document. */
  readonly sections: readonly { readonly section: Section; readonly count: number }[];
  /** How many of them were changed in the project since something was applied last, and how many in the file; null where that isn't known. */
  readonly changed: { readonly inProject: number; readonly inFile: number } | null;
  /** Null while production mode is the same. */
  readonly production: Apart<boolean> | null;
  /** The names of the projects if the file is that of another one, or one of them was renamed. */
  readonly names: Apart<string> | null;
  /** Number of values that the project's release doesn't know. They aren't counted above, because no change of the project resolves them. */
  readonly unknown: number;
}

/** Kept by Latchkey on each computer, not by the service: the project is no other one without them. */
const ofProfile: ReadonlySet<Section> = new Set(['metadata_schemas', 'saved_views']);

/** What a document of a file, the source, says otherwise than the project, the target. */
export function driftFromFile(documents: Documents, facts: TargetFacts): Drift {
  const rows = differencesIn(compareDocuments(documents, facts))
    .flatMap((each) => each.rows)
    .filter(({ section }) => !ofProfile.has(section));
  const known = rows.filter(({ barrier }) => barrier !== 'unknown-to-release');
  const shown = known.map(({ section, key, source, target, changedIn }) => ({ section, key, wanted: source, present: target, changedIn }));
  return { ...driftOf(shown, documents.base !== null), unknown: rows.length - known.length };
}

/** What the project has otherwise than when something was applied to it last. What was left different then doesn't count. */
export function driftFromBase(base: Base, project: ConfigurationDocument): Drift {
  const rows = sections.filter((section) => !ofProfile.has(section)).flatMap((section) => rowsOf(section, base[section], project));
  return { ...driftOf(rows, true), unknown: 0 };
}

function rowsOf(section: Section, before: Base[Section], project: ConfigurationDocument): readonly DriftRow[] {
  const present = entriesIn(project, section);
  if (before === undefined || present === undefined) return [];
  const added = fixed.has(section) ? [] : [...present.keys()].filter((key) => !Object.hasOwn(before.known, key));
  return [...Object.keys(before.known), ...added].flatMap((key) => {
    const wanted = Object.hasOwn(before.known, key) ? before.known[key] : undefined;
    const row = { section, key, wanted, present: present.get(key), changedIn: 'target' } as const;
    // A release that was put back doesn't return what a later one had.
    const isLost = fixed.has(section) && row.present === undefined;
    return before.unknown.includes(key) || isLost || isSameEntry(section, wanted, row.present) ? [] : [row];
  });
}

function driftOf(rows: readonly DriftRow[], hasBase: boolean): Omit<Drift, 'unknown'> {
  const counts = sections.map((section) => ({ section, count: rows.filter((row) => row.section === section).length }));
  const changedIn = (side: 'source' | 'target') => rows.filter((row) => row.changedIn === side || row.changedIn === 'both').length;
  return {
    count: rows.length,
    sections: counts.filter(({ count }) => count > 0),
    changed: hasBase ? { inProject: changedIn('target'), inFile: changedIn('source') } : null,
    production: apart(rows, 'is_production_mode', isBoolean),
    names: apart(rows, 'display_name', isText),
  };
}

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isText = (value: unknown): value is string => typeof value === 'string';

function apart<T>(rows: readonly DriftRow[], name: string, is: (value: unknown) => value is T): Apart<T> | null {
  const { wanted, present } = rows.find(({ section, key }) => section === 'settings' && key === name) ?? {};
  return is(wanted) && is(present) ? { wanted, present } : null;
}
