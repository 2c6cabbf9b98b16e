import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sources } from './build.mjs';
import { inProject } from './project.mjs';

it('builds again when what its settings import has changed', () => {
  const settings = readFileSync(inProject('electron.vite.config.ts'), 'utf8');
  const imported = [...settings.matchAll(/from '\.\/(.+)';/g)].map(([, path = '']) => path);
  expect(imported).not.toEqual([]);
  expect(imported.filter((path) => !sources.some((source) => path.startsWith(`${source}/`)))).toEqual([]);
});
