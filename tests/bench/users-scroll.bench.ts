/** Scrolling over twenty thousand known rows of the users list with a wheel, against a bare list: how long the frames take. */
import { join } from 'node:path';
import type { Page } from 'playwright';
import { newContext } from './lib/chromium';
import type { Measurement } from './lib/measurement';
import { root, startProgram } from './lib/programs';
import { quantile } from './lib/statistics';
import { withUsersPage } from './lib/users-page';

const users = 25_000;
const rows = 20_000;
/** Pixels of one turn of the wheel: a hard flick. */
const step = 1_000;
const rounds = 4;
/** Together they turn back over all rows. */
const turnsPerRound = 180;

/** A frame that is missed: the bare list counts as if it took so long that this is within the limit. */
const goodMillis = 33;
const limit = 1.3;

/** The 99th percentile of the frames against the bare list's, and the longest. */
export function measure(): Promise<Measurement[]> {
  return withUsersPage(users, async (page) => {
    await page.evaluate(`latchkeyBench.knowRows(${rows})`);
    return withBareList(page, async (bare) => {
      const frames = { own: [] as number[], bare: [] as number[] };
      for (let round = 0; round < rounds; round += 1) {
        frames.own.push(...(await framesOfRound(page)));
        frames.bare.push(...(await framesOfRound(bare)));
      }
      return judged(frames.own, frames.bare);
    });
  });
}

function judged(own: readonly number[], bare: readonly number[]): Measurement[] {
  const [ownMillis, bareMillis] = [quantile(own, 0.99), quantile(bare, 0.99)];
  const detail = `${ownMillis} ms against ${bareMillis} ms; ${within(own)} of ${own.length} frames within ${goodMillis} ms, the bare list's ${within(bare)}`;
  const value = ownMillis / Math.max(bareMillis, goodMillis / limit);
  return [
    { name: 'users list scroll, 99th percentile of frames', value, unit: 'x', limit, detail },
    {
      name: 'users list scroll, longest frame',
      value: Math.max(...own),
      unit: 'ms',
      limit: 150,
      detail: `the bare list's: ${Math.max(...bare)} ms`,
    },
  ];
}

function within(frames: readonly number[]): string {
  return `${((100 * frames.filter((millis) => millis <= goodMillis).length) / frames.length).toFixed(2)} %`;
}

/** Opens the bare list in a context of its own of the same browser, at its end. */
async function withBareList<T>(page: Page, use: (bare: Page) => Promise<T>): Promise<T> {
  const server = await startProgram(join('out', 'bench', 'programs', 'bare-server.js'), join(root, 'out', 'bench', 'bare-list'));
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page has no browser.');
  const context = await newContext(browser, 'users-list');
  try {
    const bare = await context.newPage();
    await bare.goto(`http://localhost:${server.line}/`);
    await bare.getByRole('grid', { name: 'Users' }).waitFor();
    await bare.evaluate(`latchkeyBench.knowRows(${rows})`);
    await bare.evaluate('latchkeyBench.toEnd()');
    return await use(bare);
  } finally {
    await context.close();
    await server.stop();
  }
}

async function framesOfRound(page: Page): Promise<number[]> {
  await page.bringToFront();
  const box = await page.getByRole('grid', { name: 'Users' }).locator('..').boundingBox();
  if (box === null) throw new Error('The list is not to be seen.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.evaluate('latchkeyBench.startSampling()');
  for (let turn = 0; turn < turnsPerRound; turn += 1) await page.mouse.wheel(0, -step);
  return page.evaluate<number[]>('latchkeyBench.stopSampling()');
}
