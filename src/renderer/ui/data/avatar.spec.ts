import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Avatar } from './avatar';

const toneOf = (props: Parameters<typeof Avatar>[0]) => /tone\d/.exec(renderToStaticMarkup(createElement(Avatar, props)))?.[0];

const ids = ['3241a285-8329-4d69-8f3d-316e08cf140c', '8a1d5c2e-3c41-4e2f-9c11-000000000001', '5b0f3c1e-0c5c-4f0e-9a53-0c2f4a0e6a11'];

it('has the same color for an ID, whatever else is known', () => {
  for (const id of ids) {
    const tones = [
      toneOf({ id, name: 'Ada Lovelace', email: 'ada@analytical.example' }),
      toneOf({ id, name: 'Ada Lovelace' }),
      toneOf({ id, name: null, email: null }),
    ];
    expect(tones[0]).toBeDefined();
    expect(new Set(tones).size).toBe(1);
  }
});
