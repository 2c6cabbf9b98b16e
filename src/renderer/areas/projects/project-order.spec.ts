import { describe, expect, it } from 'vitest';
import { findProjects, inOrder, isProjectOrder } from './project-order';

const project = (display_name: string, created_at_millis: number) => ({
  id: `${display_name}-${created_at_millis}`,
  display_name,
  created_at_millis,
});
const projects = [project('Mill 10', 2), project('engine', 3), project('Mill 2', 1), project('Engine', 3)];
const namesIn = (order: 'newest' | 'oldest' | 'name') => inOrder(projects, order, 'en').map(({ display_name: name }) => name);

describe('the order of projects', () => {
  it('is by date, keeping the order of those of one moment', () => {
    expect(namesIn('newest')).toEqual(['engine', 'Engine', 'Mill 10', 'Mill 2']);
    expect(namesIn('oldest')).toEqual(['Mill 2', 'Mill 10', 'engine', 'Engine']);
  });

  it('is by name, with numbers as numbers', () => {
    expect(namesIn('name')).toEqual(['engine', 'Engine', 'Mill 2', 'Mill 10']);
  });

  it('accepts nothing else that was kept', () => {
    expect(['newest', 'oldest', 'name'].every(isProjectOrder)).toBe(true);
    expect(isProjectOrder('users')).toBe(false);
    expect(isProjectOrder(null)).toBe(false);
  });
});

it.each([
  ['', ['Mill 10', 'engine', 'Mill 2', 'Engine']],
  [' MILL  2 ', ['Mill 2']],
  ['mill\u00a010', ['Mill 10']],
  ['ｅｎｇｉｎｅ', ['engine', 'Engine']],
  ['engine\u200b', ['engine', 'Engine']],
  ['e-3', ['engine', 'Engine']],
  ['loom', []],
])('finds by %j', (search, names) => {
  expect(findProjects(projects, search).map(({ display_name: name }) => name)).toEqual(names);
});

it('finds a letter with its mark, however either is encoded', () => {
  expect(findProjects([project('Mu\u0308hle', 1)], 'mühle')).toHaveLength(1);
});
