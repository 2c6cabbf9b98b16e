import { afterEach, describe, expect, it } from 'vitest';
import { dropUnsavedInput, leavesUnsavedInput, leaveUnsavedInput, registerUnsavedInput, usePendingLeave } from './unsaved-input';

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

describe('leaving unsaved input', () => {
  const waiting = () => usePendingLeave.getState().waiting;
  /** Runs what waits for the components that register in the same commit. */
  const settled = () => Promise.resolve();

  it('happens by itself as soon as everything is saved', async () => {
    let hasLeft = false;
    const endOne = registerUnsavedInput(undefined, true);
    const endOther = registerUnsavedInput('panel', true);
    leaveUnsavedInput(() => {
      hasLeft = true;
    });
    expect(usePendingLeave.getState()).toMatchObject({ waiting: expect.anything(), isSaving: true });
    endOne();
    await settled();
    expect(hasLeft).toBe(false);
    endOther();
    await settled();
    expect([hasLeft, waiting()]).toEqual([true, null]);
  });

  it('waits for the user once a save failed', async () => {
    let hasLeft = false;
    const endSaving = registerUnsavedInput(undefined, true);
    leaveUnsavedInput(() => {
      hasLeft = true;
    });
    // A component that registers again does so in one go.
    endSaving();
    releases.push(registerUnsavedInput());
    await settled();
    expect([hasLeft, usePendingLeave.getState().isSaving]).toEqual([false, false]);
    waiting()?.leave();
    expect([hasLeft, waiting()]).toEqual([true, null]);
  });

  it('is not asked about after all input was dropped', () => {
    registerUnsavedInput();
    dropUnsavedInput();
    let hasLeft = false;
    leaveUnsavedInput(() => {
      hasLeft = true;
    });
    expect(hasLeft).toBe(true);
  });
});
