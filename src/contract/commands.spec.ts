import { expect, test } from 'vitest';
import en from '#messages/en.json';
import { commands, commandsIn, hostCommandIds } from './commands';

test('every command has its own ID, its own text, and keys that no other has', () => {
  const unique = (values: readonly string[]) => expect(new Set(values).size).toBe(values.length);
  unique(commands.map(({ id }) => id));
  unique(commands.map(({ label }) => en[label]));
  unique(commandsIn('own-window').flatMap(({ keys }) => (keys ? [keys.join(' ')] : [])));
});

test('a tab has neither the commands nor the keys that are the browser’s', () => {
  const tab = commandsIn('tab');
  expect(tab.map(({ id }) => id).filter((id) => hostCommandIds.some((own) => own === id))).toEqual([]);
  expect(tab.find(({ id }) => id === 'new-window')).toEqual({
    id: 'new-window',
    label: 'shell.command.new-window',
    menu: 'file',
    keysIn: 'own-window',
  });
  expect(tab.find(({ id }) => id === 'palette')?.keys).toEqual(['mod', 'K']);
  expect(commandsIn('own-window')).toEqual(commands);
});
