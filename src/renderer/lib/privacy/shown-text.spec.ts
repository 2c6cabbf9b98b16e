import { afterEach, expect, test } from 'vitest';
import { textToType } from '#parts/api-keys/revoke-dialog.tsx';
import { setConcealing, shownNameToType } from './shown-text';
import { shownUnknown } from './shown-unknown';

afterEach(() => setConcealing(null));

const concealAda = (text: string) => text.replaceAll(/Ada|\S+@\S+/g, '••••••');

test.each([
  { what: 'an email address', name: 'ada@x.io', isConcealed: true },
  { what: 'a user', name: 'Ada', isConcealed: true },
  { what: 'a team', name: 'Ada’s team', isConcealed: true },
  { what: 'a connection', name: 'Engines', isConcealed: false },
  { what: 'a name that can’t be seen', name: '\u200b', isConcealed: true },
  { what: 'no name', name: null, isConcealed: true },
])('in privacy mode, $what is confirmed with what can be read', ({ name, isConcealed }) => {
  setConcealing(concealAda);
  expect(shownNameToType(name, 'id-1')).toBe(isConcealed ? 'id-1' : name);
});

test('without privacy mode, a name is confirmed with itself', () => {
  expect(shownNameToType('Ada’s  team', 'id-1')).toBe('Ada’s team');
});

test('in privacy mode, a key whose description is concealed is confirmed with its last characters', () => {
  setConcealing(concealAda);
  expect([textToType('Laptop of Ada', 'k3vx'), textToType('Laptop', 'k3vx')]).toEqual(['k3vx', 'Laptop']);
});

test('in privacy mode, a text that no response had is concealed whatever it is', () => {
  expect(shownUnknown('twelve')).toBe('twelve');
  setConcealing(concealAda);
  expect([shownUnknown('twelve'), shownUnknown('')]).toEqual(['••••••', '']);
});
