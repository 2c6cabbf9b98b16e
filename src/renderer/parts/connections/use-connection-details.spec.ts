import { expect, test } from 'vitest';
import { distinctDetails } from './use-connection-details';

test.each<[string, string[][], string[][]]>([
  ['none', [], []],
  ['one', [['Shop', 'a.example', 'p1']], [['a.example']]],
  [
    'other names on the same server',
    [
      ['Shop', 'a.example', 'p1'],
      ['Blog', 'a.example', 'p2'],
    ],
    [['a.example'], ['a.example']],
  ],
  [
    'equal names on other servers',
    [
      ['Shop', 'a.example', 'p1'],
      ['Shop', 'b.example', 'p1'],
    ],
    [['a.example'], ['b.example']],
  ],
  [
    'equal names on the same server',
    [
      ['Shop', 'a.example', 'p1'],
      ['Shop', 'a.example', 'p2'],
      ['Blog', 'a.example', 'p1'],
    ],
    [['a.example', 'p1'], ['a.example', 'p2'], ['a.example']],
  ],
  [
    'rows that differ only in the last text',
    [
      ['Shop', 'a.example', 'p1', 'ada', '1'],
      ['Shop', 'a.example', 'p1', 'ada', '2'],
      ['Shop', 'a.example', 'p1', 'bob', '3'],
    ],
    [
      ['a.example', 'p1', 'ada', '1'],
      ['a.example', 'p1', 'ada', '2'],
      ['a.example', 'p1', 'bob'],
    ],
  ],
])('shows as much as tells the rows apart: %s', (_what, rows, details) => {
  expect(distinctDetails(rows)).toEqual(details);
});
