/** The folder form of a document: `project.yaml`, which names a file in `templates` for the source of each email template. */
import { createHash } from 'node:crypto';
import { type Document, isMap, isScalar, type Pair, parseDocument, Scalar } from 'yaml';
import { excessOf } from './read-document';
import { nodeStyle, parseStyle, textStyle, withEscapes } from './yaml-style';

/** What a folder consists of. */
export const projectFile = 'project.yaml';
export const templatesFolder = 'templates';

export interface FolderForm {
  /** The text of `project.yaml`. */
  readonly text: string;
  /** Sources by the paths of their files, such as `templates/welcome.tsx`. */
  readonly templates: ReadonlyMap<string, string>;
}

/** Returns the files of a document that was written as one: equal documents as equal files. A source that no file can have stays where it is. */
export function splitDocument(text: string): FolderForm {
  const file = parseDocument(text, { ...parseStyle, ...nodeStyle });
  const found = templatePairs(file, 'source').filter(({ value }) => !/\p{Surrogate}/u.test(value));
  const files = fileNames(found.map(({ name }) => name));
  const templates = new Map<string, string>();
  for (const [at, { pair, value }] of found.entries()) {
    const path = `templates/${files[at]}`;
    templates.set(path, value);
    pair.key = new Scalar('source_file');
    pair.value = new Scalar(path);
  }
  return { text: templates.size === 0 ? text : withEscapes(file.toString(textStyle)), templates };
}

/** Returns the paths that a `project.yaml` names, in its order and as often as it does; none of one that can't be parsed. */
export function namedFiles(text: string): readonly string[] {
  return references(text).map(({ value }) => value);
}

/** Returns the first of the paths that no folder can have: one that points elsewhere, or is there twice on some system. */
export function folderProblem(paths: readonly string[]): { readonly reason: 'outside' | 'twice'; readonly path: string } | null {
  const seen = new Set<string>();
  for (const path of paths) {
    if (!/^templates\/[\p{L}\p{N}_][\p{L}\p{N}._-]*$/u.test(path)) return { reason: 'outside', path };
    const folded = path.normalize('NFC').toLowerCase();
    if (seen.has(folded)) return { reason: 'twice', path };
    seen.add(folded);
  }
  return null;
}

/** Returns a `project.yaml` as one text with the sources of its templates. Each line stays where it is, so that faults are where the file has them. */
export function joinDocument(text: string, sourceOf: (path: string) => string): string {
  let joined = text;
  // From the last to the first, so that the places of those before stay.
  for (const { value, key, at } of references(text).sort((one, other) => other.at[0] - one.at[0])) {
    const between = joined.slice(key[1], at[0]);
    joined = `${joined.slice(0, key[0])}source${between}${JSON.stringify(sourceOf(value))}${joined.slice(at[1])}`;
  }
  return joined;
}

type Range = readonly [number, number];

function references(text: string): { readonly value: string; readonly key: Range; readonly at: Range }[] {
  if (excessOf(text) !== null) return [];
  // The library counts the mark, and leaves it out of the key.
  const skipped = text.startsWith('\uFEFF') ? 1 : 0;
  try {
    const file = parseDocument(text.slice(skipped), parseStyle);
    if (file.errors.length > 0) return [];
    return templatePairs(file, 'source_file').map(({ value, pair }) => ({
      value,
      key: rangeOf(pair.key, skipped),
      at: rangeOf(pair.value, skipped),
    }));
  } catch (thrown) {
    // The library follows brackets by calling itself. The reader says what is wrong.
    if (thrown instanceof RangeError) return [];
    throw thrown;
  }
}

function rangeOf(node: unknown, skipped: number): Range {
  const [start = 0, end = 0] = (node as Scalar).range ?? [];
  return [start + skipped, end + skipped];
}

interface TemplatePair {
  readonly name: string;
  readonly value: string;
  readonly pair: Pair;
}

/** Returns a key of each template where its value is a text. */
function templatePairs(file: Document, wanted: 'source' | 'source_file'): readonly TemplatePair[] {
  const templates = isMap(file.contents) ? file.contents.get('email_templates') : undefined;
  if (!isMap(templates)) return [];
  return templates.items.flatMap(({ key: name, value: template }) => {
    if (!isScalar(name) || !isMap(template)) return [];
    return template.items.flatMap((pair) => {
      const isWanted = isScalar(pair.key) && pair.key.value === wanted && isScalar(pair.value) && typeof pair.value.value === 'string';
      if (!isWanted || (wanted === 'source_file' && !isOnOneLine(pair.value as Scalar))) return [];
      return [{ name: String(name.value), value: String((pair.value as Scalar).value), pair }];
    });
  });
}

const isOnOneLine = ({ type, anchor, tag }: Scalar): boolean =>
  type !== Scalar.BLOCK_LITERAL && type !== Scalar.BLOCK_FOLDED && anchor === undefined && (tag ?? '') === '';

/** Names that Windows keeps for devices. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** Returns a file name for each template, which depends on the names only. Those that would share one have a part of their hash. */
function fileNames(names: readonly string[]): readonly string[] {
  const slugs = names.map((name) =>
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 60)
      .replace(/^-+|-+$/g, ''),
  );
  const isAlone = (slug: string) => slug !== '' && !reserved.test(slug) && slugs.filter((other) => other === slug).length === 1;
  const taken = new Set(slugs.filter(isAlone));
  return names.map((name, at) => {
    const slug = slugs[at] ?? '';
    if (isAlone(slug)) return `${slug}.tsx`;
    const hash = createHash('sha256').update(name).digest('hex');
    let length = 8;
    const hashed = () => `${slug || 'template'}-${hash.slice(0, length)}`;
    while (taken.has(hashed()) && length < hash.length) length += 1;
    taken.add(hashed());
    return `${hashed()}.tsx`;
  });
}
