/** The emulated service with a million users: how long they take to make, to page through and to search. */
import { compare, timed } from './lib/interleave';
import type { Measurement } from './lib/measurement';
import { idAt, insertBare, type Sandbox, type Seeding, seeded, startSandbox } from './lib/sandbox';
import { median, quantile } from './lib/statistics';

const many = 1_000_000;
const few = 1_000;
const pageSize = '100';
const rounds = 21;
const requestsPerRound = 20;

/** From three characters to whole addresses, with all users, few users, and no users as matches. */
const terms = [
  'ada',
  'ell',
  "o'c",
  'ünt',
  'ław',
  'José',
  'marsh',
  'Quill',
  'kavanagh',
  'Müller',
  'Brzęcz',
  'siobhan',
  'Oliver Ashworth',
  'amelia.hayes',
  'szabo.agnes',
  'wolfeschlegel',
  '@pigeon',
  'pigeon.example',
  'lovelace',
  'grace.hopper@analytical.example',
  'rousseau12',
  'O’Brien-山田',
  'فاطمة',
  'no such user',
];

/** Time to seed, the page against the same page of a thousand users, and searches. */
export async function measure(): Promise<Measurement[]> {
  const [large, small] = [await seeded(many), await seeded(few)];
  const bare = await insertBare(large.folder);
  const cursors = { large: idAt(large.folder, many * 0.6), small: idAt(small.folder, few * 0.6) };
  const services = { large: await startSandbox(large.folder), small: await startSandbox(small.folder) };
  try {
    const pages: Measurement[] = [];
    for (const desc of ['false', 'true']) {
      for (const isDeep of [false, true]) pages.push(await comparePages(services, cursors, desc, isDeep));
    }
    const single = [await compareSingle('user read', 20, (which) => services[which].read(cursors[which]))];
    single.push(await compareSingle('sign-in', 2, (which) => services[which].signIn()));
    single.push(await compareSingle('name search against a thousand', 1, (which) => searchAll(services[which])));
    return [seedTime(large, bare), ...pages, ...single, await measureSearch(services.large)];
  } finally {
    await Promise.all([services.large.stop(), services.small.stop()]);
  }
}

/** By the processor's time, where the system says it: half a minute of other programs would decide otherwise. */
function seedTime(seeding: Seeding, bare: Seeding): Measurement {
  const { cpuSeconds } = bare;
  const value = seeding.cpuSeconds === null || cpuSeconds === null ? seeding.seconds / bare.seconds : seeding.cpuSeconds / cpuSeconds;
  const processor = cpuSeconds === null ? '' : `, ${seeding.cpuSeconds?.toFixed(1)} s of a processor against ${cpuSeconds.toFixed(1)} s`;
  const detail = `${seeding.seconds.toFixed(1)} s against ${bare.seconds.toFixed(1)} s${processor}`;
  return { name: 'seed a million, against inserting the rows', value, unit: 'x', limit: 2, detail };
}

type Both<T> = Readonly<Record<'large' | 'small', T>>;

async function comparePages(services: Both<Sandbox>, cursors: Both<string>, desc: string, isDeep: boolean): Promise<Measurement> {
  const round = (which: 'large' | 'small') => async () => {
    const query = { limit: pageSize, desc, ...(isDeep ? { cursor: cursors[which] } : {}) };
    const millis = await timed(async () => {
      for (let request = 0; request < requestsPerRound; request += 1) await services[which].list(query);
    });
    return millis / requestsPerRound;
  };
  for (const which of ['large', 'small'] as const) await round(which)();
  const { subject, baseline, ratio } = await compare(rounds, round('large'), round('small'));
  const name = `list page, ${desc === 'true' ? 'descending' : 'ascending'}, ${isDeep ? 'deep cursor' : 'first'}`;
  return { name, value: ratio, unit: 'x', limit: 3, detail: `${subject.toFixed(1)} ms against ${baseline.toFixed(1)} ms` };
}

/** One call against the same call among a thousand. */
async function compareSingle(name: string, times: number, ask: (which: 'large' | 'small') => Promise<unknown>): Promise<Measurement> {
  const round = (which: 'large' | 'small') => async () => {
    const millis = await timed(async () => {
      for (let request = 0; request < times; request += 1) await ask(which);
    });
    return millis / times;
  };
  for (const which of ['large', 'small'] as const) await round(which)();
  const { subject, baseline, ratio } = await compare(rounds, round('large'), round('small'));
  return { name, value: ratio, unit: 'x', limit: 3, detail: `${subject.toFixed(1)} ms against ${baseline.toFixed(1)} ms` };
}

/** What a user types to find another user: three names that are there in either. */
async function searchAll(service: Sandbox): Promise<void> {
  for (const query of ['lovelace', 'grace.hopper@analytical.example', 'turing'])
    await service.list({ query, limit: pageSize, desc: 'true' });
}

/** Each term is asked in several rounds, so that the first, which reads from the disk, does not speak for all. */
async function measureSearch(service: Sandbox): Promise<Measurement> {
  const times = terms.map((): number[] => []);
  for (let round = 0; round < 5; round += 1) {
    for (const [at, query] of terms.entries()) times[at]?.push(await timed(() => service.list({ query, limit: pageSize, desc: 'true' })));
  }
  const each = times.map(median);
  const slowest = terms[each.indexOf(Math.max(...each))];
  const detail = `${terms.length} terms, 90 % within ${quantile(each, 0.9).toFixed(0)} ms, slowest “${slowest}” ${Math.max(...each).toFixed(0)} ms`;
  return { name: 'name search', value: median(each), unit: 'ms', limit: 50, detail };
}
