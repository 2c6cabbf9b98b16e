import { expect, it } from 'vitest';
import { connectionName, projectName } from './project-name';

it.each([
  ['Engines', 'Engines', 'Engines'],
  ['', 'p1', 'p1'],
  [' \t', 'p1', 'p1'],
  [' Engines ', ' Engines ', 'Engines'],
  [`${' '.repeat(120)}Engines`, `${' '.repeat(120)}Engines`, 'Engines'],
  ['x'.repeat(200), 'x'.repeat(200), 'x'.repeat(100)],
])('of %j', (display_name, name, connection) => {
  const project = { id: 'p1', display_name };
  expect([projectName(project), connectionName(project)]).toEqual([name, connection]);
});
