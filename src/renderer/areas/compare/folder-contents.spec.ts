import { expect, test } from 'vitest';
import { maxDocumentLength } from '#contract/bridge/configuration.ts';
import { chosenFiles, chosenName, droppedFiles, type FolderFile, textsOf } from './folder-contents';

const file = (text: string | Uint8Array<ArrayBuffer>, webkitRelativePath = '') => {
  const blob = new Blob([text]);
  return { size: blob.size, arrayBuffer: () => blob.arrayBuffer(), webkitRelativePath };
};
const pathsOf = (files: readonly FolderFile[]) => files.map(({ path }) => path);

test('of a folder that was chosen, only project.yaml and the files in templates are ever read', () => {
  const paths = [
    'engines/project.yaml',
    'engines/templates/a.tsx',
    'engines/templates/old/b.tsx',
    'engines/notes.md',
    'engines/sub/project.yaml',
    'engines/.git/config',
    'engines/.latchkey-writing/files.json',
  ];
  const files = paths.map((path) => file('x', path));
  expect(pathsOf(chosenFiles(files))).toEqual(['project.yaml', 'templates/a.tsx', '.latchkey-writing/files.json']);
  expect([chosenName(files), chosenName([])]).toEqual(['engines', '']);
});

type Tree = { readonly [name: string]: string | Tree };

/** A folder that says its entries in parts, as browsers do; `locked` can't be read. */
function entryOf(name: string, content: string | Tree): FileSystemEntry {
  if (typeof content === 'string') {
    const read = (done: (found: unknown) => void, failed: (cause: Error) => void) =>
      name === 'locked' ? failed(new Error('NotReadableError')) : done(file(content));
    return { name, isFile: true, isDirectory: false, file: read } as never;
  }
  const createReader = () => {
    const left = Object.entries(content).map(([each, inner]) => entryOf(each, inner));
    return { readEntries: (done: (part: readonly FileSystemEntry[]) => void) => done(left.splice(0, 2)) };
  };
  return { name, isFile: false, isDirectory: true, createReader } as never;
}
const folderOf = (tree: Tree) => entryOf('engines', tree) as FileSystemDirectoryEntry;

test('of a folder that was dropped, the same files are read, however many there are', async () => {
  const templates = Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`t${at}.tsx`, 'x']));
  const files = await droppedFiles(
    folderOf({ 'a.md': 'x', templates: { ...templates, deep: { 'x.tsx': 'x' } }, sub: { 'project.yaml': 'x' }, 'project.yaml': 'x' }),
  );
  expect(pathsOf(files).sort()).toEqual(['project.yaml', ...Object.keys(templates).map((name) => `templates/${name}`)]);
  await expect(droppedFiles(folderOf({ templates: { locked: 'x' } }))).rejects.toThrow('NotReadableError');
});

test('texts are read as they are; what isn’t UTF-8 or is too large together is refused', async () => {
  const one = { path: 'project.yaml', file: file('\ufeffversion: 1\r\n') };
  expect(await textsOf([one])).toEqual({ files: [{ path: 'project.yaml', text: '\ufeffversion: 1\r\n' }] });
  const binary = { path: 'templates/a.tsx', file: file(new Uint8Array([0x61, 0xff])) };
  expect(await textsOf([one, binary])).toEqual({ reason: 'not-text', path: 'templates/a.tsx' });
  const unread = { size: maxDocumentLength, arrayBuffer: () => Promise.reject(new Error('Read.')) };
  expect(await textsOf([one, { path: 'templates/a.tsx', file: unread }])).toEqual({ reason: 'too-large', path: '' });
});
