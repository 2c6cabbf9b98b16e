/**
 * The claims of the reference about later releases (`docs/wire`), and the specs that hold them (`tests/fixtures/wire/later-claims.json`).
 *
 * A claim is a row of a table, an item of a list, or a paragraph in a numbered section. What precedes the first numbered section or
 * in one without a number says where a page comes from.
 */
import { z } from 'zod';

export interface Claim {
  readonly page: string;
  readonly section: string;
  /** On one line, with single spaces. */
  readonly text: string;
}

/** Titles of tests, or their beginnings, by file. */
const holders = z.record(z.string(), z.array(z.string().min(1)).min(1));

const entry = z
  .strictObject({
    page: z.string(),
    section: z.string(),
    /** The beginning of the claim. */
    claim: z.string().min(1),
    /** Tests of the sandbox that fail when it does otherwise. */
    specs: holders.optional(),
    /** Tests of the app, for what only clients do. */
    app: holders.optional(),
    /** Why no test covers the claim, or which part of it. */
    reason: z.string().min(1).optional(),
  })
  .refine(({ specs, app, reason }) => (specs ?? app ?? reason) !== undefined, 'names neither a spec nor a reason');

export type ClaimEntry = z.output<typeof entry>;

export const claimEntries = z.array(entry);

const numbered = /^#{2,3}\s(\d+(?:\.\d+)*)\b/;
const separator = /^\|[\s|:-]+\|$/;

/** Returns the claims in the sections of a page that `wants` accepts. */
export function claimsIn(page: string, markdown: string, wants: (section: string) => boolean = () => true): Claim[] {
  const claims: Claim[] = [];
  let section: string | null = null;
  let block: string[] = [];
  const close = () => {
    const text = block.join(' ').replace(/\s+/g, ' ').trim();
    if (text !== '' && section !== null && wants(section)) claims.push({ page, section, text });
    block = [];
  };
  const lines = markdown.split('\n');
  for (const [index, line] of lines.entries()) {
    const isRow = line.startsWith('|');
    const isHeader = isRow && separator.test(lines[index + 1] ?? '');
    if (line.trim() === '' || line.startsWith('#') || line.startsWith('- ') || isRow) close();
    if (line.startsWith('#')) section = numbered.exec(line)?.[1] ?? null;
    else if (!isHeader && !separator.test(line)) block.push(line.replace(/^- /, ''));
  }
  close();
  return claims;
}

/** Returns what is wrong with the entries: claims without one or with several, and entries without a claim, a file or a test. */
export function claimErrors(
  claims: readonly Claim[],
  entries: readonly ClaimEntry[],
  readSource: (file: string) => string | null,
): string[] {
  const fits = (each: ClaimEntry, { page, section, text }: Claim) =>
    each.page === page && each.section === section && text.startsWith(each.claim);
  const unnamed = claims.flatMap((claim) => {
    const count = entries.filter((each) => fits(each, claim)).length;
    return count === 1 ? [] : [`${claim.page} ${claim.section}: ${count} entries for “${claim.text.slice(0, 60)}”`];
  });
  const broken = entries.flatMap((each) => {
    const count = claims.filter((claim) => fits(each, claim)).length;
    const place = `${each.page} ${each.section}: “${each.claim}”`;
    const gone = count === 1 ? [] : [`${place} is the beginning of ${count} claims`];
    return [...gone, ...holderErrors(each, readSource).map((error) => `${place}: ${error}`)];
  });
  return [...unnamed, ...broken];
}

function holderErrors({ specs = {}, app = {} }: ClaimEntry, readSource: (file: string) => string | null): string[] {
  return [...Object.entries(specs), ...Object.entries(app)].flatMap(([file, titles]) => {
    const source = readSource(file);
    if (source === null) return [`no file ${file}`];
    return titles.filter((title) => !hasTest(source, title)).map((title) => `no test “${title}” in ${file}`);
  });
}

/** Whether a call's first argument is a text that starts so: `test('…`, `it.each([…])('…`, with any quote. */
export function hasTest(source: string, title: string): boolean {
  const quoted = ["'", '"', '`'].map((quote) => `${quote}${title}`);
  return quoted.some((text) => {
    for (let at = source.indexOf(text); at !== -1; at = source.indexOf(text, at + 1))
      if (source.slice(0, at).trimEnd().endsWith('(')) return true;
    return false;
  });
}
