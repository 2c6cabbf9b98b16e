/** Scrolling a long list of the app with a wheel, against a bare list of as many rows in the same browser: how long the frames take. */
import { join } from 'node:path';
import type { Page } from 'playwright';
import { newContext } from './chromium';
import type { Measurement } from './measurement';
import { root, startProgram } from './programs';
import { quantile } from './statistics';

/** Pixels of one turn of the wheel: a hard flick. */
const step = 1_000;

/** A frame that is missed: the bare list counts as if it took so long that this is within the limit. */
const goodMillis = 33;
const limit = 1.3;

interface ScrollOptions {
  /** The list's name on the page. */
  readonly list: string;
  readonly rows: number;
  readonly rounds: number;
  readonly turnsPerRound: number;
  /** Whether each round starts at the end; else it goes on where the last one ended. */
  readonly fromEnd?: boolean;
}

/** Measures the 99th percentile of the frames against the bare list's, and the longest. The list must be at its end. */
export function measureScrolling(page: Page, name: string, options: ScrollOptions): Promise<Measurement[]> {
  return withBareList(page, options.rows, async (bare) => {
    const frames = { own: [] as number[], bare: [] as number[] };
    for (let round = 0; round < options.rounds; round += 1) {
      frames.own.push(...(await framesOfRound(page, options.list, options)));
      frames.bare.push(...(await framesOfRound(bare, 'Users', options)));
    }
    return judged(name, frames.own, frames.bare);
  });
}

function judged(name: string, own: readonly number[], bare: readonly number[]): Measurement[] {
  const [ownMillis, bareMillis] = [quantile(own, 0.99), quantile(bare, 0.99)];
  const detail = `${ownMillis} ms against ${bareMillis} ms; ${within(own)} of ${own.length} frames within ${goodMillis} ms, the bare list's ${within(bare)}`;
  const value = ownMillis / Math.max(bareMillis, goodMillis / limit);
  return [
    { name: `${name} scroll, 99th percentile of frames`, value, unit: 'x', limit, detail },
    {
      name: `${name} scroll, longest frame`,
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

/** Opens the bare list in a separate context of the same browser, at its end. */
async function withBareList<T>(page: Page, rows: number, use: (bare: Page) => Promise<T>): Promise<T> {
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

async function framesOfRound(page: Page, list: string, { turnsPerRound, fromEnd }: ScrollOptions): Promise<number[]> {
  await page.bringToFront();
  if (fromEnd) await page.evaluate('latchkeyBench.toEnd()');
  const box = await page.getByRole('grid', { name: list }).locator('..').boundingBox();
  if (box === null) throw new Error('The list is not to be seen.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.evaluate('latchkeyBench.startSampling()');
  for (let turn = 0; turn < turnsPerRound; turn += 1) await page.mouse.wheel(0, -step);
  return page.evaluate<number[]>('latchkeyBench.stopSampling()');
}
