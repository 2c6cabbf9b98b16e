/** What a service or another person wrote must not become a link, a frame or markup: `javascript:` is one field away. */
import { expect, it } from 'vitest';
import { lineOf, type Node, parsedSource, type SourceFile, sourceFiles, walk } from '../support/program/sources';

/**
 * A window of our own program, the project’s own pages, what the user entered as a website, and a document without scripts and network at its own path.
 */
const permitted = new Set([
  'renderer/app/window/open-window.ts window.open',
  'renderer/areas/project/webhooks-screen.tsx window.open',
  'renderer/parts/open-product-page.ts window.open',
  'renderer/parts/email-preview.tsx <iframe>',
]);

const elements = new Set(['a', 'area', 'base', 'embed', 'frame', 'iframe', 'object', 'webview']);
const attributes = new Set(['dangerouslySetInnerHTML', 'formAction', 'href', 'srcDoc', 'xlinkHref']);
const members = new Set(['window.open', 'location.href', 'location.assign', 'location.replace', 'document.write']);
const properties = new Set(['innerHTML', 'outerHTML', 'insertAdjacentHTML']);

function waysOut({ name, text, root }: SourceFile): string[] {
  const found: string[] = [];
  walk(root, (node) => {
    const way = wayOut(node);
    if (way !== null && !permitted.has(`${name} ${way}`)) found.push(`${name}:${lineOf(text, node.start)} ${way}`);
  });
  return found;
}

function wayOut(node: Node): string | null {
  const nameOf = (part: unknown) => String((part as Node | undefined)?.name ?? '');
  if (node.type === 'JSXOpeningElement' && elements.has(nameOf(node.name))) return `<${nameOf(node.name)}>`;
  if (node.type === 'JSXAttribute' && attributes.has(nameOf(node.name))) return nameOf(node.name);
  if (node.type !== 'MemberExpression') return null;
  const owner = node.object as Node;
  const member = `${nameOf(owner.type === 'MemberExpression' ? owner.property : owner)}.${nameOf(node.property)}`;
  if (members.has(member)) return member;
  return properties.has(nameOf(node.property)) ? nameOf(node.property) : null;
}

it('no screen makes a link, a frame or markup out of a value', () => {
  const files = sourceFiles('renderer/', /\.tsx?$/);
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap(waysOut)).toEqual([]);
});

it.each([
  'const a = <a href={user.profile_url}>x</a>;',
  'const a = <iframe src={url} />;',
  'const a = <p dangerouslySetInnerHTML={{ __html: text }} />;',
  'window.open(team.url);',
  'window.location.href = url;',
  'location.assign(url);',
  'element.innerHTML = text;',
])('finds %s', (text) => {
  expect(waysOut(parsedSource('x.tsx', text)).length).toBeGreaterThan(0);
});
