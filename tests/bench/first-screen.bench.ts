/** From the navigation to a first screen that can be used, against a bare page with the same React; and the code it takes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright';
import { launchChromium, newContext } from './lib/chromium';
import { type Host, startHost } from './lib/host';
import { type Compared, compare } from './lib/interleave';
import type { Measurement } from './lib/measurement';
import { root, startProgram } from './lib/programs';
import { median } from './lib/statistics';

/** Starts of the browser. The ratio differs more from one to the next than from window to window. */
const starts = 5;

/** Windows of each page in one browser. */
const rounds = 8;

/** Time to the first button, and kilobytes of JavaScript. */
export async function measure(): Promise<Measurement[]> {
  const host = await startHost();
  const bare = await startProgram(join('out', 'bench', 'programs', 'bare-server.js'), join(root, 'out', 'bench', 'bare'));
  try {
    const screen = await firstScreen(host, `http://localhost:${bare.line}/`);
    return [screen, await withBrowser((browser) => initialScripts(browser, host))];
  } finally {
    await Promise.all([bare.stop(), host.stop()]);
  }
}

/** The times in the browser that has the middle ratio. */
async function firstScreen(host: Host, bareAddress: string): Promise<Measurement> {
  const compared: Compared[] = [];
  for (let start = 0; start < starts; start += 1) {
    compared.push(await withBrowser((browser) => compareScreens(browser, host, bareAddress)));
  }
  const ratios = compared.map(({ ratio }) => ratio);
  const value = median(ratios);
  const { subject, baseline } = compared[ratios.indexOf(value)] as Compared;
  const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)} in ${starts} browsers`;
  return {
    name: 'first usable screen',
    value,
    unit: 'x',
    limit: 1.5,
    detail: `${subject.toFixed(0)} ms against ${baseline.toFixed(0)} ms, ${range}`,
  };
}

async function compareScreens(browser: Browser, host: Host, bareAddress: string): Promise<Compared> {
  const own = async () => untilUsable(browser, await host.newAddress());
  const bare = () => untilUsable(browser, bareAddress);
  for (const round of [own, bare]) await round();
  return compare(rounds, own, bare);
}

async function withBrowser<Result>(use: (browser: Browser) => Promise<Result>): Promise<Result> {
  const browser = await launchChromium();
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
}

async function untilUsable(browser: Browser, address: string): Promise<number> {
  const context = await newContext(browser, 'when-usable');
  try {
    const page = await context.newPage();
    await page.goto(address, { waitUntil: 'commit' });
    return await page.evaluate<number>('latchkeyBench.usableAt');
  } finally {
    await context.close();
  }
}

/** What the browser had asked for when the first screen was usable; more is loaded once the window is idle. */
async function initialScripts(browser: Browser, host: Host): Promise<Measurement> {
  const context = await newContext(browser, 'when-usable');
  const page = await context.newPage();
  await page.goto(await host.newAddress(), { waitUntil: 'commit' });
  const scripts = await page.evaluate<string[]>('latchkeyBench.usableAt.then((time) => latchkeyBench.scriptsUntil(time))');
  await context.close();
  const sizes = scripts.map((path) => gzipSync(readFileSync(join(root, 'out', 'renderer', path)), { level: 9 }).length);
  const value = sizes.reduce((sum, size) => sum + size, 0) / 1000;
  return { name: 'initial JavaScript', value, unit: 'kB', limit: 130, detail: `${sizes.length} files, gzip` };
}
