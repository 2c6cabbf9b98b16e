/** What the page keeps after a long way through a million users, against the same way through a thousand. */
import { heapAfterScrolling } from './lib/heap-after-scrolling';
import { compare } from './lib/interleave';
import type { Measurement } from './lib/measurement';
import { withUsersPage } from './lib/users-page';

/** Pixels: ten thousand rows, and a flick of the wheel a frame. */
const distance = 360_000;
const step = 600;
const rounds = 3;

/** The JavaScript heap after collecting what is not referenced. */
export async function measure(): Promise<Measurement[]> {
  const heapOf = (users: number) => () => withUsersPage(users, (page) => heapAfterScrolling(page, distance, step));
  const { subject, baseline, ratio } = await compare(rounds, heapOf(1_000_000), heapOf(1_000));
  const detail = `${subject.toFixed(1)} MB against ${baseline.toFixed(1)} MB`;
  return [{ name: 'heap', value: ratio, unit: 'x', limit: 1.5, detail }];
}
