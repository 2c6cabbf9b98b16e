import { describe, expect, it } from 'vitest';
import { roomFor } from './room-for';

describe('the room for a text', () => {
  it.each([
    ['Revoke', 'calc(3.6em + 18px)'],
    ['Widerrufen', 'calc(6em + 18px)'],
    ['取り消す', 'calc(4em + 18px)'],
    ['APIキー', 'calc(3.8em + 18px)'],
    ['', 'calc(0em + 18px)'],
  ])('of “%s” is %s', (text, room) => {
    expect(roomFor(text, 18)).toBe(room);
  });
});
