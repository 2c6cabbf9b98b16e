import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type ErrorCode, errorCodes } from '#contract/error-codes.ts';
import en from '#messages/en.json';
import { loadingOf } from '../../scripts/lib/bundle/compiled-messages.mjs';
import { importsOf } from '../support/program/imports';
import { parsedSource, walk } from '../support/program/sources';

const root = join(import.meta.dirname, '../..');
const codes = Object.keys(errorCodes) as ErrorCode[];

/** The modules that the renderer's first script consists of. */
function firstModules(): Map<string, string> {
  const found = new Map<string, string>();
  const waiting = ['src/renderer/main'];
  for (let module = waiting.pop(); module !== undefined; module = waiting.pop()) {
    const path = ['.tsx', '.ts'].map((extension) => module + extension).find((file) => existsSync(join(root, file)));
    if (path === undefined || found.has(path)) continue;
    const text = readFileSync(join(root, path), 'utf8');
    found.set(path, text);
    waiting.push(...importsOf(path, text).flatMap(({ to, typeOnly, late }) => (typeOnly || late || !to.startsWith('src/') ? [] : [to])));
  }
  return found;
}

/** The keys that a module may ask for: those it spells out, and those that start like one of its templates. */
function keysIn(path: string, text: string): string[] {
  const literals: string[] = [];
  const prefixes: string[] = [];
  walk(parsedSource(path, text).root, (node) => {
    if (node.type === 'Literal' && typeof node.value === 'string') literals.push(node.value);
    if (node.type === 'TemplateLiteral') prefixes.push((node.quasis as { value: { cooked: string } }[])[0]?.value.cooked ?? '');
  });
  const begins = prefixes.filter((prefix) => /^[a-z-]+\.([\w-]+\.)*$/.test(prefix));
  return Object.keys(en).filter((key) => literals.includes(key) || begins.some((prefix) => key.startsWith(prefix)));
}

/**
 * What only later code can fail with, which has a text without these, what is found out about a service then, and what the first script has for
 * parts of the frame that are loaded later: names of commands, messages, and what rows of screens say.
 */
const isOptional = (path: string, key: string) =>
  /^known\./.test(key) ||
  (path.startsWith('src/renderer/lib/errors/') && /^(error|next)\./.test(key)) ||
  /^ui\.diagnosis(\.|$)/.test(key) ||
  path === 'src/contract/commands.ts' ||
  path.endsWith('/copy-screen-link.ts') ||
  (path.endsWith('/area.ts') && key.endsWith('.locked'));

it('the first script has the texts that it shows', () => {
  const modules = firstModules();
  expect(modules.size).toBeGreaterThan(50);
  const missing = [...modules].flatMap(([path, text]) =>
    keysIn(path, text)
      .filter((key) => loadingOf(key) !== 'first' && !isOptional(path, key))
      .map((key) => `${path}: ${key}`),
  );
  expect(missing).toEqual([]);
});

it('a failure that the first script has a text for has its next step there as well', () => {
  const first = codes.filter((code) => loadingOf(`error.${code}`) === 'first');
  expect(first.length).toBeGreaterThan(30);
  const steps = [...first.map((code) => errorCodes[code].next), 'report-details', 'wait-until'];
  expect(steps.filter((step) => loadingOf(`next.${step}`) !== 'first')).toEqual([]);
});
