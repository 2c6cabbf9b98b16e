import { describe, expect, it } from 'vitest';
import { addAddresses, invalidFirst, isAddress, maxAddresses } from './use-invite-form';

it.each([
  ['ada@e.example', true],
  ['ada@localhost', true],
  ['ada', false],
  ['ada@', false],
  ['a@b@c.example', false],
  ['<script>@e.example', false],
])('%s is an address: %s', (text, expected) => {
  expect(isAddress(text)).toBe(expected);
});

describe('adding addresses', () => {
  it('takes each address once, whatever its case', () => {
    expect(addAddresses(['Ada@e.example'], 'ada@E.example, grace@e.example GRACE@e.example')).toEqual({
      addresses: ['Ada@e.example', 'grace@e.example'],
      excess: 0,
      leftOut: [],
    });
  });

  it('names what it leaves out', () => {
    expect(addAddresses([], 'To: ada@e.example')).toEqual({ addresses: ['ada@e.example'], excess: 0, leftOut: ['To'] });
  });

  it('takes a word for a mistyped address if there is no address', () => {
    expect(addAddresses([], 'ada.e.example ')).toEqual({ addresses: ['ada.e.example'], excess: 0, leftOut: [] });
  });

  it('leaves out what exceeds the limit, and counts it', () => {
    const many = Array.from({ length: maxAddresses + 3 }, (_, at) => `user${at}@e.example`).join('\n');
    const { addresses, excess } = addAddresses(['ada@e.example'], many);
    expect([addresses.length, excess]).toEqual([maxAddresses, 4]);
  });
});

it.each([
  [[] as string[], [] as string[]],
  [
    ['a@b.co', 'c@d.co'],
    ['a@b.co', 'c@d.co'],
  ],
  [
    ['a@b.co', 'wrong', 'c@d.co', 'also wrong'],
    ['wrong', 'also wrong', 'a@b.co', 'c@d.co'],
  ],
])('of %j, the invalid ones come first', (addresses, expected) => {
  expect(invalidFirst(addresses)).toEqual(expected);
});
