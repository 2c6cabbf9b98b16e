import { describe, expect, it } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { createMirror, type MirrorSource } from './mirror';

type Answer = { value: string; revision: number };
type Reads = { answer: (answer: Answer) => void; fail: (error: unknown) => void }[];

function fake() {
  const log: string[] = [];
  const reads: Reads = [];
  let push: (value: string, revision: number) => void = () => {};
  let reconnect: () => void = () => {};
  const source: MirrorSource<string> = {
    subscribe(listener) {
      log.push('subscribe');
      push = listener;
      return () => {};
    },
    read() {
      log.push('read');
      return new Promise((answer, fail) => reads.push({ answer, fail }));
    },
    onReconnect(listener) {
      reconnect = listener;
      return () => {};
    },
  };
  const store = createMirror(source);
  const started = store.start();
  const settle = () => new Promise((done) => setTimeout(done));
  return {
    log,
    reads,
    store,
    started,
    settle,
    push: (value: string, revision: number) => push(value, revision),
    reconnect: () => reconnect(),
  };
}

describe('a mirrored value', () => {
  it.each<[string, (read: Reads[number] | undefined) => void]>([
    ['was read', (read) => read?.answer({ value: 'read', revision: 1 })],
    ['couldn’t be read', (read) => read?.fail(new AppError({ code: 'bridge-lost' }))],
  ])('has started once it %s', async (_, end) => {
    const { reads, started } = fake();
    end(reads[0]);
    await expect(started).resolves.toBeUndefined();
  });

  it('subscribes before the first read', () => {
    expect(fake().log).toEqual(['subscribe', 'read']);
  });

  it('keeps the higher revision, in whatever order they arrive', async () => {
    const { reads, store, settle, push } = fake();
    push('pushed', 5);
    reads[0]?.answer({ value: 'read', revision: 4 });
    await settle();
    expect(store.getState().value).toBe('pushed');
    push('old', 3);
    expect(store.getState().value).toBe('pushed');
    push('new', 6);
    expect(store.getState().value).toBe('new');
  });

  it('reads again after a reconnection and accepts lower revisions', async () => {
    const { reads, store, settle, push, reconnect } = fake();
    push('before', 50);
    reconnect();
    reads[1]?.answer({ value: 'after', revision: 1 });
    await settle();
    expect(store.getState()).toMatchObject({ value: 'after', revision: 1 });
  });

  it('reports a failed read and keeps the previous value', async () => {
    const { reads, store, settle, push } = fake();
    push('had', 1);
    reads[0]?.fail(new AppError({ code: 'bridge-lost' }));
    await settle();
    expect(store.getState()).toMatchObject({ value: 'had', failure: { code: 'bridge-lost' } });
    push('again', 2);
    expect(store.getState().failure).toBeNull();
  });
});
