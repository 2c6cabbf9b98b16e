import { expect, it } from 'vitest';
import { translatorFor } from '#messages/translator.ts';
import type { RunningJob } from './job';
import { createJobSigns } from './job-signs';

const none = { waiting: 0, sent: 0, done: 0, skipped: 0, failed: 0, unknown: 0 };
const job = (id: string, done: number, pause: RunningJob['pause'] = null) =>
  ({ id, pause, counts: { ...none, done, waiting: 1_000 - done } }) as RunningJob;

function setUp() {
  const progress: (string | null)[] = [];
  const notices: string[] = [];
  const facts = { isFocused: false };
  const follow = createJobSigns({
    setProgress: (part, isPaused) => void progress.push(part === null ? null : `${part}${isPaused ? ' paused' : ''}`),
    notify: ({ title, body }) => void notices.push([title, body].filter(Boolean).join(' / ')),
    isFocused: () => facts.isFocused,
    translator: () => translatorFor('en', []),
  });
  return { progress, notices, facts, follow };
}

it('shows the progress of all jobs in whole percent, whether they are paused, and none without jobs', () => {
  const { progress, follow } = setUp();
  follow([]);
  follow([job('a', 500)]);
  follow([job('a', 501)]);
  follow([job('a', 500), job('b', 0, 'queued')]);
  follow([job('a', 500, 'user')]);
  follow([]);
  expect(progress).toEqual(['0.5', '0.25', '0.5 paused', null]);
});

it('notifies once of each job that ended while no window has the focus, without names', () => {
  const { notices, facts, follow } = setUp();
  follow([job('a', 1), job('b', 1), job('c', 1)]);
  follow([job('b', 1), job('c', 1)]);
  follow([job('b', 2), job('c', 1)]);
  facts.isFocused = true;
  follow([job('c', 1)]);
  facts.isFocused = false;
  follow([]);
  expect(notices).toEqual(['1 job has ended / 2 others are left', '1 job has ended']);
});
