import { describe, expect, it } from 'vitest';
import { addAddresses, isAddress, maxAddresses, splitAddresses } from './addresses';

describe('a pasted list', () => {
  it.each<[what: string, text: string, addresses: string[]]>([
    ['nothing', ' \n,; ', []],
    ['one address', 'ada@e.example', ['ada@e.example']],
    [
      'commas, semicolons and lines',
      'a@e.example, b@e.example;c@e.example\r\nd@e.example\te@e.example',
      ['a@e.example', 'b@e.example', 'c@e.example', 'd@e.example', 'e@e.example'],
    ],
    ['names before addresses', 'Ada Lovelace <ada@e.example>, Grace Hopper<grace@e.example>', ['ada@e.example', 'grace@e.example']],
    ['a quoted name with a comma', '"Lovelace, Ada" <ada@e.example>', ['ada@e.example']],
    ['addresses in brackets alone', '<ada@e.example>\n<grace@e.example>', ['ada@e.example', 'grace@e.example']],
    ['links from a web page', 'mailto:ada@e.example', ['ada@e.example']],
    ['what is no address, to be corrected', 'ada@e.example not-an-address', ['ada@e.example', 'not-an-address']],
    ['a name in another script', 'فاطمة <fatima@e.example>', ['fatima@e.example']],
  ])('with %s', (_what, text, addresses) => {
    expect(splitAddresses(text)).toEqual(addresses);
  });
});

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
    });
  });

  it('leaves out what exceeds the limit, and counts it', () => {
    const many = Array.from({ length: maxAddresses + 3 }, (_, at) => `user${at}@e.example`).join('\n');
    const { addresses, excess } = addAddresses(['ada@e.example'], many);
    expect([addresses.length, excess]).toEqual([maxAddresses, 4]);
  });
});
