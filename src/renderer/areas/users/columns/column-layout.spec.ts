import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { initialLayout, isColumnLayout, movedTo, withoutPath, withPath } from './column-layout';

describe('a stored layout', () => {
  it.each<[JsonValue, boolean]>([
    [{ ...initialLayout }, true],
    [{ order: ['user'], visible: { id: true }, widths: { user: 200 }, paths: ['server.plan'] }, true],
    [null, false],
    [[], false],
    [{}, false],
    [{ ...initialLayout, order: [1] }, false],
    [{ ...initialLayout, visible: { id: 1 } }, false],
    [{ ...initialLayout, widths: { id: '1' } }, false],
    [{ ...initialLayout, widths: [] }, false],
    [{ ...initialLayout, paths: Array.from({ length: 21 }, (_value, at) => `server.x${at}`) }, false],
  ])('%j is used: %s', (value, isUsed) => {
    expect(isColumnLayout(value)).toBe(isUsed);
  });
});

describe('a metadata column', () => {
  it('is added behind the shown columns, and before the hidden ones', () => {
    const layout = withPath({ ...initialLayout, order: ['user', 'email', 'active'] }, 'server.plan', ['user', 'active']);
    expect(layout).toEqual({
      order: ['user', 'active', 'metadata:server.plan', 'email'],
      visible: { 'metadata:server.plan': true },
      widths: {},
      paths: ['server.plan'],
    });
  });

  it('is shown again instead of added twice', () => {
    const hidden = { ...withPath(initialLayout, 'server.plan', ['user']), visible: { 'metadata:server.plan': false } };
    const layout = withPath(hidden, 'server.plan', ['user']);
    expect([layout.paths, layout.visible]).toEqual([['server.plan'], { 'metadata:server.plan': true }]);
  });

  it('leaves nothing behind when it is removed', () => {
    const added = withPath({ ...initialLayout, widths: { 'metadata:server.plan': 90, user: 200 } }, 'server.plan', ['user']);
    expect(withoutPath(added, 'server.plan')).toEqual({ order: ['user'], visible: {}, widths: { user: 200 }, paths: [] });
  });
});

describe('a moved column', () => {
  it.each([
    ['a', 'c', ['b', 'c', 'a', 'd']],
    ['d', 'b', ['a', 'd', 'b', 'c']],
    ['b', 'c', ['a', 'c', 'b', 'd']],
    ['b', 'b', ['a', 'b', 'c', 'd']],
    ['b', 'none', ['a', 'b', 'c', 'd']],
    ['none', 'b', ['a', 'b', 'c', 'd']],
  ])('%s takes the place of %s', (id, target, expected) => {
    expect(movedTo(['a', 'b', 'c', 'd'], id, target)).toEqual(expected);
  });
});
