import { expect, test } from 'vitest';
import { refuseDrops } from './use-file-drop';

function drop(name: 'dragover' | 'drop', types: readonly string[] | null, isTaken = false): boolean {
  const listeners = new Map<string, (event: unknown) => void>();
  refuseDrops({ addEventListener: (event: string, listener: unknown) => void listeners.set(event, listener as (event: unknown) => void) });
  let defaultPrevented = isTaken;
  const dataTransfer = types === null ? null : { types, dropEffect: 'copy' };
  listeners.get(name)?.({
    get defaultPrevented() {
      return defaultPrevented;
    },
    preventDefault: () => (defaultPrevented = true),
    dataTransfer,
  });
  return defaultPrevented && (dataTransfer === null || dataTransfer.dropEffect === 'none');
}

test.each([
  ['a file', ['Files'], true],
  ['a link', ['text/uri-list', 'text/plain'], true],
  ['text', ['text/plain'], false],
  ['nothing that is known', [], false],
  ['nothing', null, false],
])('refuses %s dropped outside an element that accepts it: %s %s', (_what, types, refused) => {
  for (const name of ['dragover', 'drop'] as const) expect(drop(name, types)).toBe(refused);
});

test('leaves a drop to an element that accepts it', () => {
  expect(drop('drop', ['Files'], true)).toBe(false);
});
