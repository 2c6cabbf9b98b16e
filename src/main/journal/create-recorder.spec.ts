import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { catalog } from '#contract/service/index.ts';
import type { RecordsRequest, RecordsResults } from '#contract/workers/records.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { openRecords } from '../library/records/open-records';
import type { HolderState } from '../storage/lock-holder';
import { createRecorder } from './create-recorder';

/** A number that no process has. */
const noProcess = 4_194_305;

async function setUp() {
  const clock = createFakeClock();
  const records = openRecords({ path: join(await temporaryFolder(), 'records.db'), key: 'ab'.repeat(32), nowMillis: clock.now() });
  const request = async <R extends RecordsRequest>(of: R) => (await records.handle(of, async () => undefined)) as RecordsResults[R['op']];
  const states = new Map<string, HolderState>();
  const unrecorded: unknown[] = [];
  const killed = new Set<string>();
  const asked: string[] = [];
  /** Starts a process of the profile. */
  const start = (mark: string, pid = noProcess) =>
    createRecorder({
      records: {
        async request(of) {
          asked.push(`${mark} ${of.op}`);
          return killed.has(mark) ? new Promise<never>(() => undefined) : request(of);
        },
      },
      clock,
      holders: { newMark: async () => mark, stateOf: async (of) => states.get(of) ?? 'unknown' },
      pid,
      now: clock.now,
      sceneOf: () => ({ osUser: 'ada', account: undefined, connectionId: 'c' }),
      isRequired: () => false,
      onAppended: () => undefined,
      onUnrecorded: (cause) => unrecorded.push(cause),
    });
  const write = (note?: string) => ({
    endpoint: catalog.users.delete,
    input: { params: { user_id: 'u1' } },
    destination: 'd',
    origin: { source: 'window', note } as const,
  });
  const results = async () =>
    (await request({ op: 'list-entries', filter: {}, limit: 9 })).entries.map(({ outcome }) => outcome?.result ?? 'open');
  const kill = (mark: string) => {
    killed.add(mark);
    states.set(mark, 'ended');
  };
  return { clock, states, start, write, results, request, unrecorded, asked, kill };
}

test.each<[string, HolderState, number, number, string]>([
  ['has ended', 'ended', noProcess, 0, 'unknown'],
  ['runs', 'running', noProcess, 86_400_000, 'open'],
  ['isn’t there, of which the system doesn’t tell more', 'unknown', noProcess, 0, 'unknown'],
  ['may be another one by now, after a short time', 'unknown', process.ppid, 1_000, 'open'],
  ['may be another one by now, after a long time', 'unknown', process.ppid, 7_200_000, 'unknown'],
])('a write without an outcome, of a process that %s', async (_name, state, pid, passed, result) => {
  const { clock, states, start, write, results } = await setUp();
  await start('killed', pid).intent(write());
  states.set('killed', state);
  await clock.advance(passed);
  await start('next').recover();
  expect(await results()).toEqual([result]);
});

test('a process doesn’t end its own writes, and one that was taken for dead says what became of its write', async () => {
  const { states, start, write, results, unrecorded } = await setUp();
  const own = start('own');
  const one = write();
  await own.intent(one);
  states.set('own', 'ended');
  await own.recover();
  expect(await results()).toEqual(['open']);
  await start('other').recover();
  expect(await results()).toEqual(['unknown']);
  own.outcome(one, { ok: true, value: {} });
  await own.settled();
  expect(await results()).toEqual(['done']);
  expect(unrecorded).toEqual([]);
});

test('a note has no secrets, and an outcome without an entry is ignored', async () => {
  const { start, write, request } = await setUp();
  const own = start('own');
  await own.intent(write('For Ada, with ssk_0123456789abcdef'));
  own.outcome(write(), { ok: true, value: {} });
  await own.settled();
  const { entries } = await request({ op: 'list-entries', filter: {}, limit: 9 });
  expect(entries).toMatchObject([{ note: { text: 'For Ada, with ***' }, outcome: null }]);
});

test('an outcome is sent to the records once its caller has the response, or before something else is', async () => {
  const { start, write, asked, results } = await setUp();
  const own = start('own');
  const [one, two] = [write(), write()];
  await own.intent(one);
  await own.intent(two);
  asked.length = 0;
  own.outcome(one, { ok: true, value: {} });
  for (let step = 0; step < 20; step += 1) await null;
  expect(asked).toEqual([]);
  own.flush();
  expect(asked).toEqual(['own append-outcome']);
  own.outcome(two, { ok: true, value: {} });
  await setImmediate();
  expect(asked).toEqual(['own append-outcome', 'own append-outcome']);
  await own.settled();
  expect(await results()).toEqual(['done', 'done']);
});

test('a process that is killed between a response and its outcome leaves a write of which nothing is known', async () => {
  const { start, write, results, kill } = await setUp();
  const one = write();
  const own = start('own');
  await own.intent(one);
  own.outcome(one, { ok: true, value: {} });
  kill('own');
  await setImmediate();
  await start('next').recover();
  expect(await results()).toEqual(['unknown']);
});
