import { afterEach, describe, expect, it } from 'vitest';
import { leavesUnsavedInput, registerUnsavedInput } from './unsaved-input';

const releases: (() => void)[] = [];
const register = (parameter?: string) => releases.push(registerUnsavedInput(parameter));
const at = (path: string) => ({ pathname: path.split('?')[0] ?? '', search: path.includes('?') ? `?${path.split('?')[1]}` : '' });

afterEach(() => {
  for (const release of releases.splice(0)) release();
});

describe('unsaved input', () => {
  it.each<[string, (string | undefined)[], string, string, boolean]>([
    ['stays where there is none', [], '/a', '/b', false],
    ['is left with its screen', [undefined], '/a', '/b', true],
    ['stays while only the query changes', [undefined], '/a?panel=x', '/a?panel=y', false],
    ['is left with what the query names', ['panel'], '/a?panel=x', '/a?panel=y', true],
    ['is left when its panel closes', ['panel'], '/a?panel=x', '/a', true],
    ['stays while another parameter changes', ['panel'], '/a?panel=x', '/a?panel=x&view=graph', false],
    ['is left if one of several parts is', [undefined, 'tab'], '/a?tab=x', '/a?tab=y', true],
  ])('%s', (_, registered, from, to, expected) => {
    for (const parameter of registered) register(parameter);
    expect(leavesUnsavedInput(at(from), at(to))).toBe(expected);
  });

  it('is forgotten part by part', () => {
    register();
    register();
    releases.pop()?.();
    expect(leavesUnsavedInput(at('/a'), at('/b'))).toBe(true);
    releases.pop()?.();
    expect(leavesUnsavedInput(at('/a'), at('/b'))).toBe(false);
  });
});
