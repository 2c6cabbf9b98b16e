import { expect, test } from 'vitest';
import { isUuid } from './uuid';

const id = '3241a285-1111-4222-8333-44445555140c';

test.each([
  [id, true],
  [id.toUpperCase(), true],
  ['00000000-0000-0000-0000-000000000000', true],
  ['me', false],
  ['', false],
  [` ${id}`, false],
  [`${id}\n`, false],
  [`${id}0`, false],
  [id.slice(1), false],
  [id.replaceAll('-', ''), false],
  [`{${id}}`, false],
  [id.replace('3', 'g'), false],
  [id.replace('3', '３'), false],
  ['../../users/me', false],
])('%j is a UUID: %s', (text, expected) => {
  expect(isUuid(text)).toBe(expected);
});
