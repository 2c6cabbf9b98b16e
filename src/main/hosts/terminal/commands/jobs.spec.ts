import { expect, test } from 'vitest';
import type { OptionName } from '../command-table';
import { exitCodes } from '../exit-code';
import type { CommandRun } from './command-run';
import { listJobs } from './jobs';

interface Listed {
  readonly before?: number;
  readonly limit: number;
}

/** Lists some hundred jobs, of which each three were started at once. */
async function listed(count: number, options: Partial<Record<OptionName, string>>) {
  const all = Array.from({ length: count }, (_, at) => ({
    ...{ id: `job-${at}`, action: { kind: 'users.delete' }, state: 'done', counts: { done: 1 } },
    startedAtMillis: 1_000_000 - Math.floor(at / 3),
  }));
  const list = async ({ before = Number.MAX_SAFE_INTEGER, limit }: Listed) => {
    const found = all.filter(({ startedAtMillis }) => startedAtMillis < before);
    return { jobs: found.slice(0, limit), hasMore: found.length > limit };
  };
  const [out, said]: [string[], string[]] = [[], []];
  const run = {
    opened: { api: { jobs: { list } } },
    options: { has: (name: OptionName) => name in options, text: (name: OptionName) => options[name], texts: () => [] },
    terminal: { print: async (text: string) => void out.push(text), say: (text: string) => said.push(text), columns: null },
    ...{ args: [], env: {} },
  } as unknown as CommandRun;
  return { code: await listJobs(run), out: out.join(''), said };
}

test.each([
  [700, '500', 500, true],
  [700, '1000', 700, false],
  [200, '200', 200, false],
  [201, '200', 200, true],
  [0, '5', 0, false],
])('of %i jobs with --limit %s, %i are listed', async (count, limit, shown, hasMore) => {
  const { code, out } = await listed(count, { json: '', limit });
  const { jobs, ...rest } = JSON.parse(out) as { jobs: { id: string }[] };
  expect([code, jobs.map(({ id }) => id), rest]).toEqual([
    exitCodes.done,
    Array.from({ length: shown }, (_, at) => `job-${at}`),
    { hasMore },
  ]);
});

test('a table says that there are more', async () => {
  expect((await listed(101, {})).said).toEqual(['Only the first 100 are shown. Use --limit for more.']);
  expect((await listed(100, {})).said).toEqual([]);
});
