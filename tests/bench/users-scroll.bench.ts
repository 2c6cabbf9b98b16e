/** Scrolling over twenty thousand known rows of the users list with a wheel: how long its frames take. */
import type { Page } from 'playwright';
import type { Measurement } from './lib/measurement';
import { quantile } from './lib/statistics';
import { withUsersPage } from './lib/users-page';

const users = 25_000;
const rows = 20_000;
/** Pixels of one turn of the wheel: a hard flick. */
const step = 1_000;

/** The 99th percentile of the frames, and the longest. */
export function measure(): Promise<Measurement[]> {
  return withUsersPage(users, async (page) => {
    await page.evaluate(`latchkeyBench.knowRows(${rows})`);
    const frames = await framesWhile(page, () => wheelToTop(page));
    const detail = `${frames.length} frames, ${((100 * frames.filter((millis) => millis <= 50).length) / frames.length).toFixed(2)} % within 50 ms`;
    return [
      { name: 'users list scroll, 99th percentile of frames', value: quantile(frames, 0.99), unit: 'ms', limit: 50, detail },
      { name: 'users list scroll, longest frame', value: Math.max(...frames), unit: 'ms', limit: 150, detail },
    ];
  });
}

async function framesWhile(page: Page, work: () => Promise<void>): Promise<number[]> {
  await page.evaluate('latchkeyBench.startSampling()');
  await work();
  return page.evaluate<number[]>('latchkeyBench.stopSampling()');
}

async function wheelToTop(page: Page): Promise<void> {
  const box = await page.getByRole('grid', { name: 'Users' }).locator('..').boundingBox();
  if (box === null) throw new Error('The list is not to be seen.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const position = () => page.evaluate<number>('latchkeyBench.position()');
  while ((await position()) > 0) for (let turn = 0; turn < 20; turn += 1) await page.mouse.wheel(0, -step);
}
