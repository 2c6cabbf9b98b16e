import { expect, test } from 'vitest';
import { faultOf } from './keychain-provider';

test.each([
  ['Cannot create an item in a locked collection', 'keychain-locked'],
  ['The prompt was dismissed', 'keychain-locked'],
  ['User interaction is not allowed.', 'keychain-locked'],
  ['User canceled the operation.', 'keychain-denied'],
  ['Access is denied.', 'keychain-denied'],
  ['Attribute value is too long', 'keychain-full'],
  ['The stub received bad data.', 'keychain-full'],
  ['Data is not UTF-8 encoded', 'keychain-corrupt'],
  ['Unknown or unsupported transport “unix”', 'keychain-absent'],
  ['The name org.freedesktop.secrets was not provided by any .service files', 'keychain-absent'],
  ['', 'keychain-absent'],
])('"%s" is %s', (text, fault) => {
  expect([faultOf(new Error(text)), faultOf(text)]).toEqual([fault, fault]);
});

test('what is no error at all is an absent keychain, never a missing item', () => {
  for (const thrown of [undefined, null, 7, {}]) expect(faultOf(thrown)).toBe('keychain-absent');
});
