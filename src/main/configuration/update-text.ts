/** Changes a file to another document, with its comments, its order, its line ends, and the names of its placeholders. */
import { type Document, isMap, isScalar, isSeq, type Node, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { type ConfigurationDocument, placeholder } from '#contract/configuration/document.ts';
import { chooseStyle, chooseStyles, hasHidden, nodeStyle, parseStyle, textStyle, withEscapes } from './yaml-style';

/**
 * Returns the text of a file with the values of a document. Sections that the document doesn't have stay, and a text that says the same already is
 * returned as it is; JSON stays JSON. The text must be one that was read without a fault.
 */
export function updateText(text: string, document: ConfigurationDocument): string {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const file = parseDocument(text.slice(mark.length), { ...parseStyle, ...nodeStyle });
  if (!isMap(file.contents)) throw new Error('The file is no document.');
  if (!mergeMap(file, file.contents as Node as YAMLMap, document, 'sections')) return text;
  const written = isJson(text.slice(mark.length))
    ? `${JSON.stringify(file.toJS(), null, 2)}\n`
    : hasHidden(text)
      ? file.toString(textStyle)
      : withEscapes(file.toString(textStyle));
  return mark + (text.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written);
}

/** JSON is YAML, but what reads a file as JSON reads nothing else. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** How deep a map is: sections that aren't wanted stay, and so does each scope of permissions. */
type Level = 'sections' | 'within';
type Fields = Readonly<Record<string, unknown>>;

/** Makes a map the wanted object, and returns whether it changed. */
function mergeMap(file: Document, map: YAMLMap, wanted: Fields, level: Level): boolean {
  let isChanged = false;
  const removed = level === 'sections' ? [] : map.items.filter(({ key }) => !Object.hasOwn(wanted, nameOf(key)));
  for (const pair of removed) {
    map.items.splice(map.items.indexOf(pair), 1);
    isChanged = true;
  }
  const isSorted = map.items.every(({ key }, at) => at === 0 || nameOf(map.items[at - 1]?.key) < nameOf(key));
  for (const [name, value] of Object.entries(wanted)) {
    const pair = map.items.find(({ key }) => nameOf(key) === name);
    const isScopes = level === 'sections' && name === 'permissions';
    if (pair === undefined) insert(file, map, name, value, isSorted && level === 'within');
    if (pair === undefined || mergePair(file, pair, value, isScopes ? 'sections' : 'within')) isChanged = true;
  }
  if (map.items.length > 0 && map.flow && isChanged) map.flow = false;
  return isChanged;
}

const nameOf = (key: unknown): string => String(isScalar(key) ? key.value : key);

function insert(file: Document, map: YAMLMap, name: string, value: unknown, isSorted: boolean): void {
  const pair = file.createPair(name, value, nodeStyle);
  chooseStyles(pair as unknown as Node);
  const at = isSorted ? map.items.findIndex(({ key }) => nameOf(key) > name) : -1;
  map.items.splice(at < 0 ? map.items.length : at, 0, pair);
}

function mergePair(file: Document, pair: Pair, wanted: unknown, level: Level): boolean {
  const { value: node } = pair;
  if (isMap(node) && isRecord(wanted)) return mergeMap(file, node, wanted, level);
  const present: unknown = isScalar(node) || isSeq(node) ? node.toJS(file) : node;
  if (JSON.stringify(present) === JSON.stringify(wanted) || isPlaceholder(present, wanted)) return false;
  if (isScalar(node) && (typeof wanted !== 'object' || wanted === null)) {
    node.value = wanted;
    // How a number was written before.
    delete node.source;
    delete (node as { format?: unknown }).format;
    chooseStyle(node);
    return true;
  }
  const next = chooseStyles(file.createNode(wanted, nodeStyle) as Node);
  if (isSeq(node) && isSeq(next)) Object.assign(next, { flow: node.flow, comment: node.comment, commentBefore: node.commentBefore });
  pair.value = next;
  return true;
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A file may name its placeholders as it likes. */
const isPlaceholder = (present: unknown, wanted: unknown) =>
  placeholder.safeParse(present).success && placeholder.safeParse(wanted).success;
