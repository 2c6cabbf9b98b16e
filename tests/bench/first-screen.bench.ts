/** From the navigation to a first screen that can be used, against a bare page with the same React; and the code it takes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright';
import { launchChromium, newContext } from './lib/chromium';
import { type Host, startHost } from './lib/host';
import { compare } from './lib/interleave';
import type { Measurement } from './lib/measurement';
import { root, startProgram } from './lib/programs';

const rounds = 15;

/** Time to the first button, and kilobytes of JavaScript. */
export async function measure(): Promise<Measurement[]> {
  const host = await startHost();
  const bare = await startProgram(join('out', 'bench', 'programs', 'bare-server.js'), join(root, 'out', 'bench', 'bare'));
  const browser = await launchChromium();
  try {
    return [await compareScreens(browser, host, `http://localhost:${bare.line}/`), await initialScripts(browser, host)];
  } finally {
    await browser.close();
    await Promise.all([bare.stop(), host.stop()]);
  }
}

async function compareScreens(browser: Browser, host: Host, bareAddress: string): Promise<Measurement> {
  const own = async () => untilUsable(browser, await host.newAddress());
  const bare = () => untilUsable(browser, bareAddress);
  for (const round of [own, bare, own, bare]) await round();
  const { subject, baseline, ratio } = await compare(rounds, own, bare);
  const detail = `${subject.toFixed(0)} ms against ${baseline.toFixed(0)} ms`;
  return { name: 'first usable screen', value: ratio, unit: 'x', limit: 2, detail };
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
  return { name: 'initial JavaScript', value, unit: 'kB', limit: 170, detail: `${sizes.length} files, gzip` };
}
