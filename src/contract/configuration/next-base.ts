/** What a project and what is applied to it have in common afterwards. */
import type { Base } from './base';
import type { ComparedSection } from './compare-documents';
import type { ConfigurationDocument } from './document';
import { entriesIn, fixed, sections } from './entries';

interface Applied {
  readonly source: ConfigurationDocument;
  readonly compared: readonly ComparedSection[];
  /** Whether a row that differed is the same now. */
  readonly isDone: (row: Row) => boolean;
}

type Row = ComparedSection['rows'][number];

/**
 * Returns the base after some rows were applied: what is the same now, what was known before of the rest, and of what wasn't compared. Without
 * views, which may have values of users.
 */
export function nextBase(before: Base | null, { source, compared, isDone }: Applied): Base {
  const managed = sections.filter((section) => section !== 'saved_views' && entriesIn(source, section) !== undefined);
  const next = managed.map((section) => {
    const rows = compared.find((one) => one.section === section)?.rows ?? [];
    return [section, sectionBase(before, { section, rows }, isDone)] as const;
  });
  return { ...before, ...Object.fromEntries(next) };
}

function sectionBase(before: Base | null, { section, rows }: ComparedSection, isDone: (row: Row) => boolean) {
  const old = before?.[section] ?? { known: {}, unknown: [] };
  const isSame = (row: Row) => row.kind === 'same' || isDone(row);
  const open = rows.filter((row) => !isSame(row)).map(({ key }) => key);
  const isUnknown = (key: string) => before?.[section] === undefined || old.unknown.includes(key);
  const compared = new Set(rows.map(({ key }) => key));
  // Of other sections, what isn't compared is no longer on either side.
  const isKept = (key: string) => (compared.has(key) ? open.includes(key) && !isUnknown(key) : fixed.has(section));
  const now = rows.filter(isSame).flatMap(({ key, source }) => (source === undefined ? [] : [[key, source] as const]));
  const kept = Object.entries(old.known).filter(([key]) => isKept(key));
  return { known: Object.fromEntries([...kept, ...now]), unknown: open.filter(isUnknown) };
}
