import { describe, expect, it, vi } from 'vitest';
import { AppError, type ErrorReport } from '#contract/errors.ts';
import { type ActionOptions, type ActionState, createActionRunner } from './use-action';

type Options = ActionOptions<[string], string>;

function setUp(options: Options) {
  const states: ActionState<[string]>[] = [];
  const runner = createActionRunner<[string], string>(
    () => options,
    (state) => states.push(state),
  );
  runner.setMounted(true);
  return { runner, states };
}

/** A task that ends when the spec says so. */
function controlled() {
  let resolve: (value: string) => void = () => undefined;
  const promise = new Promise<string>((done) => {
    resolve = done;
  });
  return { task: vi.fn((_text: string) => promise), resolve: (value: string) => resolve(value) };
}

const failed = new AppError({ code: 'bad-input' });

describe('an action', () => {
  it('is pending with its arguments until its task has ended', async () => {
    const { task, resolve } = controlled();
    const { runner, states } = setUp({ task });
    const run = runner.run('a');
    expect(states).toEqual([{ pending: ['a'], failure: null }]);
    resolve('done');
    await run;
    expect(states.at(-1)).toEqual({ pending: null, failure: null });
  });

  it('runs once at a time', async () => {
    const { task, resolve } = controlled();
    const { runner } = setUp({ task });
    const first = runner.run('a');
    await runner.run('b');
    resolve('done');
    await first;
    expect(task.mock.calls).toEqual([['a']]);
  });

  it('reports a failure and forgets it with the next attempt', async () => {
    const onFailure = vi.fn();
    const task = vi.fn<Options['task']>().mockRejectedValueOnce(failed).mockResolvedValueOnce('done');
    const { runner, states } = setUp({ task, onFailure });
    await runner.run('a');
    expect(states.at(-1)).toMatchObject({ pending: null, failure: { code: 'bad-input' } });
    expect(onFailure).toHaveBeenCalledWith(expect.objectContaining({ code: 'bad-input' }));
    await runner.retry();
    expect(task.mock.calls).toEqual([['a'], ['a']]);
    expect(states.at(-1)).toEqual({ pending: null, failure: null });
  });

  it('recovers from the failure before the next attempt', async () => {
    const order: string[] = [];
    const task = vi.fn<Options['task']>(async (text) => {
      order.push(text);
      if (order.length === 1) throw failed;
      return text;
    });
    const recover = async ({ code }: ErrorReport) => void order.push(code);
    const { runner } = setUp({ task, recover });
    await runner.run('a');
    await runner.run('b');
    await runner.run('c');
    expect(order).toEqual(['a', 'bad-input', 'b', 'c']);
  });

  it('fails without an attempt when it can’t recover', async () => {
    const task = vi.fn<Options['task']>().mockRejectedValue(failed);
    const recover = () => Promise.reject(new AppError({ code: 'cancelled' }));
    const { runner, states } = setUp({ task, recover });
    await runner.run('a');
    await runner.retry();
    expect(task).toHaveBeenCalledTimes(1);
    expect(states.at(-1)?.failure?.code).toBe('cancelled');
  });

  it('ignores the result after the component was unmounted', async () => {
    const { task, resolve } = controlled();
    const onDone = vi.fn();
    const { runner, states } = setUp({ task, onDone });
    const run = runner.run('a');
    runner.setMounted(false);
    resolve('done');
    await run;
    expect(onDone).not.toHaveBeenCalled();
    expect(states).toHaveLength(1);
  });

  it('reports a failure after the component was unmounted', async () => {
    const onFailure = vi.fn();
    const { runner, states } = setUp({ task: () => Promise.reject(failed), onFailure });
    const run = runner.run('a');
    runner.setMounted(false);
    await run;
    expect(onFailure).toHaveBeenCalledWith(expect.objectContaining({ code: 'bad-input' }));
    expect(states).toHaveLength(1);
  });

  it('reports a late failure only after the component was unmounted, and none that the user wanted', async () => {
    const onLateFailure = vi.fn();
    const failing = async (thrown: AppError, isLeft: boolean) => {
      const { runner } = setUp({ task: () => Promise.reject(thrown), onLateFailure });
      const run = runner.run('a');
      runner.setMounted(!isLeft);
      await run;
    };
    await failing(failed, false);
    await failing(new AppError({ code: 'cancelled' }), true);
    expect(onLateFailure).not.toHaveBeenCalled();
    await failing(failed, true);
    expect(onLateFailure).toHaveBeenCalledWith(expect.objectContaining({ code: 'bad-input' }));
  });

  it('hands on the result', async () => {
    const onDone = vi.fn();
    const { runner } = setUp({ task: async (text) => text.toUpperCase(), onDone });
    await runner.run('a');
    expect(onDone).toHaveBeenCalledWith('A');
  });

  it('has nothing to retry before its first attempt', async () => {
    const task = vi.fn<Options['task']>();
    const { runner } = setUp({ task });
    await runner.retry();
    expect(task).not.toHaveBeenCalled();
  });
});
