import { expect, test } from 'vitest';
import { createRedactor } from './redact';

const redact = createRedactor(() => ['ssk_server_key', 'my pass"wörd', undefined, 'short', '\ud800 lone surrogate']);

test.each([
  { value: undefined, struck: undefined },
  { value: null, struck: null },
  { value: 7, struck: 7 },
  { value: 'nothing here', struck: 'nothing here' },
  { value: 'key ssk_server_key, again ssk_server_key', struck: 'key ***, again ***' },
  { value: 'password=my+pass%22w%C3%B6rd&x', struck: 'password=***&x' },
  { value: 'body {"password":"my pass\\"wörd"}', struck: 'body {"password":"***"}' },
  { value: 'too short to be one', struck: 'too short to be one' },
  { value: { a: [{ ssk_server_key: ['ssk_server_key'] }, true] }, struck: { a: [{ '***': ['***'] }, true] } },
])('$value becomes $struck', ({ value, struck }) => {
  expect(redact(value)).toEqual(struck);
});

test('requests the secrets only for a defined value', () => {
  let asked = 0;
  const lazy = createRedactor(() => {
    asked += 1;
    return ['12345678'];
  });
  expect([lazy(undefined), asked]).toEqual([undefined, 0]);
  expect([lazy('x12345678'), lazy('y12345678'), asked]).toEqual(['x***', 'y***', 1]);
});
