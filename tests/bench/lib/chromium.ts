/** The system's Chromium, as the end-to-end tests use it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright';
import { chromiumPaths } from '../../../scripts/lib/system-packages.mjs';
import { root } from './programs';

/** Starts a browser without a window. */
export function launchChromium(...args: string[]): Promise<Browser> {
  const executablePath = chromiumPaths.find((path) => existsSync(path));
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    // A Chromium run as root has no sandbox; only benchmarks start one.
    chromiumSandbox: false,
    args: ['--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', ...args],
  });
}

/** A context with nothing cached, whose pages have that script of `page/` as `latchkeyBench`. */
export async function newContext(browser: Browser, script: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  await context.addInitScript({ path: join(root, 'out', 'bench', 'page', `${script}.js`) });
  return context;
}
