/** A team of two thousand members: what its list keeps in memory and how long its frames take, by the limits of the users list. */
import { heapAfterScrolling } from './lib/heap-after-scrolling';
import { compare } from './lib/interleave';
import type { Measurement } from './lib/measurement';
import { withMembersPage } from './lib/members-page';
import { measureScrolling } from './lib/scroll-frames';

const rows = 2_000;
/** Members of the team that it is compared with. */
const few = 50;
/** Pixels: to the end of the long list, and a flick of the wheel a frame. */
const distance = 88_000;
const step = 600;
const rounds = 3;

/** The heap against that of a small team, and the frames against a bare list's. */
export async function measure(): Promise<Measurement[]> {
  const heapOf = (members: number) => () => withMembersPage(members, (page) => heapAfterScrolling(page, distance, step));
  const { subject, baseline, ratio } = await compare(rounds, heapOf(rows), heapOf(few));
  const detail = `${subject.toFixed(1)} MB against ${baseline.toFixed(1)} MB`;
  const frames = await withMembersPage(rows, (page) =>
    measureScrolling(page, 'team members', { list: 'Members', rows, rounds: 8, turnsPerRound: 60, fromEnd: true }),
  );
  return [{ name: 'team members, heap', value: ratio, unit: 'x', limit: 1.5, detail }, ...frames];
}
