/**
 * Parser for citations of the service's reference in `docs/wire`.
 *
 * A citation is `wire/`, a page, a space, and one or more sections: `wire/flows 9`, `wire/endpoints 4.1 and 4.2`, `wire/limits 1, 3`,
 * `wire/flows 1 to 3`. A number with three parts after the sections is a release and narrows them to a row: `wire/newer 2.2, 2.8.34`.
 * Sections of `corrections` are releases.
 */

/** A page with the text of each of its sections, by number. The text of a section includes its subsections. */
export type WirePages = ReadonlyMap<string, ReadonlyMap<string, string>>;

export interface WireCitation {
  readonly text: string;
  readonly page: string;
  readonly numbers: readonly string[];
}

const number = String.raw`\d+(?:\.\d+)*(?![\w-]|\.\d)`;
const wellFormed = new RegExp(`^wire/([a-z-]+) (${number}(?:(?:, and |, | and | to )${number})*)`);
const anyStart = /(?<![\w/.-])wire\/[a-z]/g;
const otherForm =
  /(?<![\w/.-])(?:wire )?(?:README|conventions|endpoints|flows|limits|newer|hexclave|corrections)(?:\.md)?,?(?: section| release)? \d+(?:\.\d+)*(?=[)\]'"`,;:]|\.?$|\. )/gm;

/** Removes the line breaks inside comments, because a citation may continue on the next line. */
const joinLines = (source: string) => source.replace(/\n[ \t]*(?:\*(?!\/)|\/\/)[ \t]*/g, ' ');

/** Returns the citations in a source file, and the places that look like one in another form. */
export function findCitations(source: string): { citations: WireCitation[]; malformed: string[] } {
  const text = joinLines(source);
  const citations: WireCitation[] = [];
  const malformed = [...text.matchAll(otherForm)].map(([found]) => found.trim());
  for (const { index } of text.matchAll(anyStart)) {
    const rest = text.slice(index, index + 200);
    const [found, page, numbers] = wellFormed.exec(rest) ?? [];
    if (found === undefined || page === undefined || numbers === undefined) malformed.push(rest.slice(0, 40));
    else citations.push({ text: found, page, numbers: numbers.split(/, and |, | and | to /) });
  }
  return { citations, malformed };
}

/** Returns the sections of a page by number: the `##` and `###` headings that start with one. */
export function readSections(markdown: string): Map<string, string> {
  const sections = new Map<string, string>();
  let open: string[] = [];
  for (const line of markdown.split('\n')) {
    const [, hashes, id] = /^(##|###)\s(?:(\d+(?:\.\d+)*)\b)?/.exec(line) ?? [];
    if (hashes === '##') open = [];
    if (hashes === '###') open = open.slice(0, 1);
    if (id !== undefined) open.push(id);
    for (const section of open) sections.set(section, `${sections.get(section) ?? ''}${line}\n`);
  }
  return sections;
}

/** Returns what is wrong with a citation, or null. */
export function citationError({ page, numbers }: WireCitation, pages: WirePages): string | null {
  const sections = pages.get(page);
  if (sections === undefined) return `no page docs/wire/${page}.md`;
  const releases = numbers.filter((id) => !sections.has(id));
  const cited = numbers.filter((id) => sections.has(id)).map((id) => sections.get(id) ?? '');
  const [missing] = releases.filter((id) => id.split('.').length < 3 || !cited.some((text) => mentions(text, id)));
  return missing === undefined ? null : `${page}.md has no ${missing}`;
}

const mentions = (text: string, release: string) => new RegExp(`(?<![\\d.])${release.replaceAll('.', '\\.')}(?![\\d.]\\d|\\d)`).test(text);
