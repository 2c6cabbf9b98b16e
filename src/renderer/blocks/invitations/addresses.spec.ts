import { describe, expect, it } from 'vitest';
import { addAddresses, maxAddresses } from './addresses';

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
