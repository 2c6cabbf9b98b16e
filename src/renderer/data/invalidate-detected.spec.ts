import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { KnownFeatures } from '#contract/bridge/connections.ts';
import { queryKeys } from './keys';
import { invalidateDetected } from './query-client';

const of = (features: KnownFeatures | null, id = 'c') => ({ id, features });

const settled = () => new Promise((resolve) => setTimeout(resolve));

/** A list on the screen, and how often it was read. */
async function setUp() {
  const client = new QueryClient();
  let reads = 0;
  const queryFn = async () => {
    reads += 1;
    return [];
  };
  const observer = new QueryObserver(client, { queryKey: queryKeys.users('c'), queryFn, retry: false });
  onTestFinished(observer.subscribe(() => undefined));
  await settled();
  return { client, reads: () => reads };
}

const later = { 'anonymous-opt-in': true, 'owner-team': true };

describe('data of a connection', () => {
  test.each([
    ['is first detected', null, later, 2],
    ['is detected as a later one', { 'anonymous-opt-in': false }, later, 2],
    ['is no longer known', later, null, 2],
    ['is detected as the same', later, { 'owner-team': true, 'anonymous-opt-in': true }, 1],
    ['stays unknown', null, null, 1],
  ])('when the release %s', async (_what, before, now, reads) => {
    const scene = await setUp();
    invalidateDetected(scene.client, [of(before)], [of(now)]);
    await settled();
    expect(scene.reads()).toBe(reads);
  });

  test.each([
    ['another connection', [of(null, 'd'), of(later)], [of(later, 'd'), of(later)]],
    ['a new connection', [], [of(later)]],
  ])('stays as it is when %s is detected', async (_what, before, now) => {
    const scene = await setUp();
    invalidateDetected(scene.client, before, now);
    await settled();
    expect(scene.reads()).toBe(1);
  });

  test.each([
    ['once when it waits for the first detection', null, 0],
    ['again when it was sent for another release', { 'owner-team': false }, 1],
  ])('that is under way is read %s', async (_what, before, more) => {
    const { client, reads } = await setUp();
    void client.refetchQueries({ queryKey: queryKeys.users('c') });
    const begun = reads();
    invalidateDetected(client, [of(before)], [of(later)]);
    await settled();
    expect(reads() - begun).toBe(more);
  });
});
